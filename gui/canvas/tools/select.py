"""Tools that take hold of points: one selects and moves them, one adds them one by one.

A drag has one gesture number, so that the session keeps it as one entry of the undo list.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt

from gui.canvas.tools.tool import KEYS, Ground, Pointer, Tool

CLICK = 3.0
"""Pixels that the mouse may move and still have clicked."""


class SelectTool(Tool):
    """Click selects, drag moves what is selected, drag over nothing frames."""

    hint = f"Click selects, drag moves, drag over nothing frames several, right-click relabels. {KEYS}"
    fits_on_double_click = True

    def __init__(self, view: Ground) -> None:
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


def _distance(one: Pointer, other: Pointer) -> float:
    way = one.place - other.place
    return float(np.hypot(way.x(), way.y()))
