"""The tools of the mouse over the plane. Each turns presses, drags and releases into intentions of the session.

A drag has one gesture number, so that the session keeps it as one entry of the undo list.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt

from engine.core.algorithm import Handle
from gui.canvas.tools.tool import KEYS, Tool

if TYPE_CHECKING:
    from gui.canvas.surfaces.plane_view import PlaneView
    from gui.canvas.surfaces.plane_widget import Pointer

CLICK = 3.0
"""Pixels that the mouse may move and still have clicked."""


class SelectTool(Tool):
    """Click selects, drag moves what is selected, drag over nothing frames."""

    hint = f"Click selects, drag moves, drag over nothing frames several, right-click relabels. {KEYS}"
    fits_on_double_click = True

    def __init__(self, view: PlaneView) -> None:
        super().__init__(view)
        self._from: Pointer | None = None
        self._rows: tuple[int, ...] = ()
        self._gesture = 0

    def cursor_over_point(self) -> Qt.CursorShape:
        return Qt.CursorShape.SizeAllCursor

    def press(self, pointer: Pointer) -> None:
        row = self.view.row_at(pointer.place)
        self._from, self._gesture = pointer, 0
        if row is not None:
            self._choose(row, pointer.shift)
        elif not pointer.shift:
            self.session.select(())
        self._rows = self.session.selection if row is not None else ()
        self._places = self.session.data.X[list(self._rows)]

    def _choose(self, row: int, more: bool) -> None:
        chosen = self.session.selection
        if more:
            chosen = tuple(r for r in chosen if r != row) if row in chosen else (*chosen, row)
            self.session.select(chosen)
        elif row not in chosen:
            self.session.select((row,))

    def drag(self, pointer: Pointer) -> None:
        if self._from is None or (not self._gesture and _distance(pointer, self._from) < CLICK):
            return
        self._gesture = self._gesture or self.session.new_gesture()
        if self._rows:
            shift = self.view.to_space(pointer.uv[None]) - self.view.to_space(self._from.uv[None])
            self.session.move_points(self._rows, self._places + shift, self._gesture)
        else:
            self.view.overlay.frame = np.array([self._from.uv, pointer.uv])
            self.view.overlay.refresh()

    def release(self, pointer: Pointer) -> None:
        frame = self.view.overlay.frame
        if frame is not None and self._from is not None:
            low, high = frame.min(axis=0), frame.max(axis=0)
            inside = np.flatnonzero(((self.view.uv >= low) & (self.view.uv <= high)).all(axis=1)).tolist()
            self.session.select((*self.session.selection, *inside) if self._from.shift else inside)
        elif self._rows and self._gesture:
            self.session.end_gesture()
        self.cancel()

    def cancel(self) -> None:
        self._from, self._rows, self.view.overlay.frame = None, (), None
        self.view.overlay.refresh()


class AddTool(SelectTool):
    """Click adds a point of the chosen class; a press on a point drags it."""

    hint = f"Click to add a point of the chosen class, drag a point to move it, right-click one to relabel it. {KEYS}"
    cursor = Qt.CursorShape.CrossCursor
    fits_on_double_click = False

    def press(self, pointer: Pointer) -> None:
        if self.view.row_at(pointer.place, 5.0) is not None:
            return super().press(pointer)
        self.session.select(())
        self.session.add_points(self.view.to_space(pointer.uv[None]), self.session.brush)
        added = self.session.data.n - 1
        self._from, self._gesture, self._rows = pointer, 0, (added,)
        self._places = self.session.data.X[[added]]


class BrushTool(Tool):
    """The base of the tools with a circle, which work as long as the button is down."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, view: PlaneView) -> None:
        super().__init__(view)
        self._gesture = 0

    @property
    def radius(self) -> float:
        return float(self.session.spray_radius) * self.view.appearance.scale

    def press(self, pointer: Pointer) -> None:
        self._gesture = self.session.new_gesture()
        self.drag(pointer)

    def drag(self, pointer: Pointer) -> None:
        self._show(pointer)
        self.work(pointer)

    def release(self, pointer: Pointer) -> None:
        self.session.end_gesture()

    def hover(self, pointer: Pointer) -> None:
        super().hover(pointer)
        self._show(pointer)

    def _show(self, pointer: Pointer) -> None:
        self.view.overlay.circle = (pointer.place, self.radius)
        self.view.overlay.refresh()

    def leave(self) -> None:
        self.view.overlay.circle = None
        self.view.overlay.refresh()

    def work(self, pointer: Pointer) -> None:
        """What happens under the circle."""


class SprayTool(BrushTool):
    """Several points at once, spread evenly over the circle by the R₂ sequence: the same strokes, the same points."""

    hint = "Hold the button and move to spray points of the chosen class. Right-click a point to relabel it."
    BATCH, PAUSE = 5, 0.04
    """Points at a time, and seconds between two times."""

    def press(self, pointer: Pointer) -> None:
        self._last = 0.0
        super().press(pointer)

    def work(self, pointer: Pointer) -> None:
        now = time.monotonic()
        if now - self._last < self.PAUSE:
            return
        self._last = now
        count = self.session.data.n + np.arange(1, self.BATCH + 1)
        turns, radii = count * 0.7548776662466927 % 1.0 * 2 * np.pi, np.sqrt(count * 0.5698402909980532 % 1.0)
        places = self.radius * radii[:, None] * np.column_stack([np.cos(turns), np.sin(turns)])
        unit = self.view.box.viewPixelSize()
        self.session.add_points(self.view.to_space(pointer.uv + places * unit), self.session.brush, self._gesture)


class EraseTool(BrushTool):
    """Everything under the circle goes."""

    hint = "Hold the button and move: the points under the circle go. Undo brings a whole stroke back."

    @property
    def radius(self) -> float:
        return super().radius / 2

    def press(self, pointer: Pointer) -> None:
        self._erasing = False
        super().press(pointer)

    def work(self, pointer: Pointer) -> None:
        rows = self.view.rows_within(pointer.place, self.radius)
        if len(rows):
            if not self._erasing:
                self.session.undo.beginMacro("Erase points")
                self._erasing = True
            self.session.delete_points(rows.tolist())

    def release(self, pointer: Pointer) -> None:
        if self._erasing:
            self.session.undo.endMacro()
        self._erasing = False
        super().release(pointer)


class AskTool(Tool):
    """The question follows the mouse; on a point it is about that very row."""

    hint = f"Click anywhere to ask what the model says there; Escape stops asking. {KEYS}"
    cursor = Qt.CursorShape.WhatsThisCursor

    def press(self, pointer: Pointer) -> None:
        row = self.view.row_at(pointer.place)
        there = self.view.to_space(pointer.uv[None])[0]
        self.session.ask(there if row is None else self.session.data.X[row])

    def drag(self, pointer: Pointer) -> None:
        self.session.ask(self.view.to_space(pointer.uv[None])[0])

    def cancel(self) -> None:
        self.session.ask(None)


class StartTool(Tool):
    """Places what the run begins from: click adds a handle, drag moves one, a click on one with Shift takes it away."""

    hint = f"Click to place where the run begins, drag to move it, Shift+click to take it away. {KEYS}"
    cursor = Qt.CursorShape.PointingHandCursor
    NEAR = 12.0

    def __init__(self, view: PlaneView) -> None:
        super().__init__(view)
        self._held: int | None = None

    def handle(self) -> Handle | None:
        """What can be placed on this surface for the algorithm of the lane, with its parameters."""
        if not self.session.lanes:
            return None
        lane, kind = self.session.lane, self.view.surface.kind
        fits = (handle for handle in lane.algorithm.handles if handle.surface.kind == kind)
        return next((handle for handle in fits if handle.most(lane.params) > 0), None)

    def positions(self) -> np.ndarray:
        """(m, d) what has been placed so far."""
        handle, data = self.handle(), self.session.data
        start = self.session.lane.start if handle else None
        return np.zeros((0, data.d)) if handle is None or start is None else np.asarray(handle.positions(start))

    def handles(self) -> np.ndarray:
        return self.view.to_view(self.positions())

    def press(self, pointer: Pointer) -> None:
        handle = self.handle()
        if handle is None:
            name = self.session.lane.algorithm.name if self.session.lanes else "No algorithm"
            return self.session.said.emit(f"{name} has no start that can be placed by hand.")
        self._held = self._near(pointer.place)
        placed = self.positions()
        if pointer.shift and self._held is not None:
            rest = np.delete(placed, self._held, axis=0)
            self._held = None
            return self.session.set_start(self._made(handle, rest) if len(rest) else None)
        if self._held is None:
            self._add(handle, placed, pointer)

    def _add(self, handle: Handle, placed: np.ndarray, pointer: Pointer) -> None:
        """One more, or the oldest moves here when all are placed."""
        most = handle.most(self.session.lane.params)
        placed = np.vstack([placed[-(most - 1) :] if most > 1 else placed[:0], self.view.to_space(pointer.uv[None])])
        self._held = len(placed) - 1
        self.session.set_start(self._made(handle, placed))

    def _made(self, handle: Handle, positions: np.ndarray) -> object:
        return handle.make(positions, self.session.data, self.session.lane.params)

    def drag(self, pointer: Pointer) -> None:
        handle, placed = self.handle(), np.array(self.positions())
        if handle is not None and self._held is not None and self._held < len(placed):
            placed[self._held] = self.view.to_space(pointer.uv[None])[0]
            self.session.set_start(self._made(handle, placed))

    def release(self, pointer: Pointer) -> None:
        self._held = None

    def _near(self, place: QPointF) -> int | None:
        squares = ((self.view.pixels(self.handles()) - (place.x(), place.y())) ** 2).sum(axis=1)
        return int(np.argmin(squares)) if len(squares) and squares.min() <= self.NEAR**2 else None


def _distance(one: Pointer, other: Pointer) -> float:
    way = one.place - other.place
    return float(np.hypot(way.x(), way.y()))


TOOLS: dict[str, type[Tool]] = {
    "select": SelectTool,
    "add": AddTool,
    "spray": SprayTool,
    "erase": EraseTool,
    "start": StartTool,
    "ask": AskTool,
}
"""Every tool by the name the session knows it by."""
