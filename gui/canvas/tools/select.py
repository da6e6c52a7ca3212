"""Tools that take hold of points and of what the model draws: one selects and moves them, one adds points.

A drag has one gesture number, so that the session keeps it as one entry of the undo list.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt

from gui.canvas.tools.holding import SLACK, AnyGrip, Grips, Hold, seen
from gui.canvas.tools.in_place import Entry
from gui.canvas.tools.putting import ask_at, follow, grip_entry, is_query_at, query_entry, row_entry
from gui.canvas.tools.tool import KEYS, Ground, Pointer, Tool
from gui.session.job import Frame


class SelectTool(Tool):
    """Click selects, drag moves what is selected, or what the model draws; drag over nothing frames."""

    hint = f"Click selects, drag moves a point, a centre or a direction, drag over nothing frames several. {KEYS}"
    fits_on_double_click = True
    holds = True
    """Whether what the model draws can be held."""

    def __init__(self, view: Ground) -> None:
        super().__init__(view)
        self._from: Pointer | None = None
        self._rows: Sequence[int] = ()
        self._gesture = 0
        self._grips = Grips(view)
        self._hovered: AnyGrip | None = None
        self._hovered_in: Frame | None = None
        self._held: AnyGrip | None = None
        self._hold: Hold[AnyGrip] | None = None
        self._asking = False

    def cursor_over_point(self) -> Qt.CursorShape:
        return Qt.CursorShape.SizeAllCursor

    def grip_at(self, pointer: Pointer) -> AnyGrip | None:
        """What the model draws under the pointer; a point beside it is meant where that is nearer."""
        if not self.holds:
            return None
        return self._grips.at(pointer.place, over=self.view.row_at(pointer.place) is not None)

    def is_query_at(self, pointer: Pointer) -> bool:
        """Whether the point that is asked about, and is none of the rows, is under the pointer."""
        return self.holds and is_query_at(self.view, pointer)

    def entry(self, pointer: Pointer) -> Entry | None:
        """What is drawn under the pointer, else what is asked about, else the row there."""
        if (grip := self.grip_at(pointer)) is not None:
            return grip_entry(self.view, grip, grip.renews)
        if self.is_query_at(pointer):
            return query_entry(self.view)
        row = self.view.row_at(pointer.place)
        return None if row is None else row_entry(self.view, row)

    def handles(self) -> np.ndarray:
        """The one that is under the mouse; another frame may have it elsewhere, until the mouse moves again."""
        grip = self._hovered if self._hovered_in is self.view.frame else None
        return np.zeros((0, 2)) if grip is None else seen(self.view, grip, grip.place)

    def hover(self, pointer: Pointer) -> None:
        grip = self.grip_at(pointer)
        if grip is not self._hovered:
            self._hovered, self._hovered_in = grip, self.view.frame
            self.view.overlay.refresh()
        if grip is None and not self.is_query_at(pointer):
            return super().hover(pointer)
        self.session.selection.point_at(None)
        self.view.widget.setCursor(Qt.CursorShape.OpenHandCursor)
        self.show_words(pointer, "What is asked about: drag it." if grip is None else self.words_of_grip(grip))

    def leave(self) -> None:
        super().leave()
        self._hovered = None
        self.view.overlay.refresh()

    def press(self, pointer: Pointer) -> None:
        self.begin_on()
        self._held, self._asking = self.grip_at(pointer), self.is_query_at(pointer)
        if self._held is not None or self._asking:
            self._from = pointer
            return
        row = self.view.row_at(pointer.place)
        self._from, self._gesture = pointer, 0
        if row is not None:
            self._choose(row, pointer.shift)
        elif not pointer.shift:
            self.session.selection.select(())
        self._rows = self.session.selection.rows if row is not None else ()
        self._note_places()

    def _note_places(self) -> None:
        """Where the rows that are held stand before they move."""
        rows, y = np.asarray(self._rows, dtype=np.intp), self.session.table.data.y
        self._places = self.session.table.data.X[rows]
        self._targets = y[rows] if y is not None and self.session.view.plane.target else None

    def _choose(self, row: int, more: bool) -> None:
        chosen = self.session.selection.rows
        if more:
            rows = np.asarray(chosen, dtype=np.intp)
            self.session.selection.select(rows[rows != row] if row in chosen else np.append(rows, row))
        elif row not in chosen:
            self.session.selection.select((row,))

    def drag(self, pointer: Pointer) -> None:
        if self.lost:
            return self.cancel()
        if self._held is not None or self._asking:
            return self._move_held(pointer)
        if self._from is None or (not self._gesture and _distance(pointer, self._from) < SLACK):
            return
        self._gesture = self._gesture or self.session.points.new_gesture()
        if self._rows:
            shift = self.view.to_space(pointer.uv[None]) - self.view.to_space(self._from.uv[None])
            heights = None if self._targets is None else self._targets + (pointer.uv[1] - self._from.uv[1])
            self.session.points.move(self._rows, self._places + shift, self._gesture, heights)
            self.begin_on()
        else:
            self.view.overlay.frame = np.array([self._from.uv, pointer.uv])
            self.view.overlay.refresh()

    def _move_held(self, pointer: Pointer) -> None:
        """Move what is dragged; the run continues from it."""
        if self._held is None:
            return ask_at(self.view, pointer)
        if self._hold is None and self._from is not None and _distance(pointer, self._from) >= SLACK:
            self._hold = Hold(self.session, self._held, f"{self._held.verb} {self._held.name}", self._held.renews)
            self._hovered = None
        if self._hold is not None:
            follow(self._hold, self.view, pointer)

    def release(self, pointer: Pointer) -> None:
        frame = self.view.overlay.frame
        if frame is not None and self._from is not None:
            low, high = frame.min(axis=0), frame.max(axis=0)
            inside = np.flatnonzero(((self.view.uv >= low) & (self.view.uv <= high)).all(axis=1))
            before = self.session.selection.rows if self._from.shift else ()
            self.session.selection.select(np.append(np.asarray(before, dtype=np.intp), inside))
        self.cancel()

    def cancel(self) -> None:
        if self._rows and self._gesture:
            self.session.points.end_gesture()
        self._from, self._rows, self.view.overlay.frame = None, (), None
        self._held, self._hold, self._asking = None, None, False
        self.view.overlay.refresh()


class AddTool(SelectTool):
    """Click adds a point of the chosen class; a press on a point drags it."""

    hint = f"Click to add a point of the chosen class, drag a point to move it, right-click one to relabel it. {KEYS}"
    cursor = Qt.CursorShape.CrossCursor
    fits_on_double_click = holds = False

    def press(self, pointer: Pointer) -> None:
        if self.view.row_at(pointer.place, 5.0) is not None:
            return super().press(pointer)
        self.session.selection.select(())
        added = self.session.table.data.n
        uv = pointer.uv[None]
        self.session.points.add(self.view.to_space(uv), self.session.view.brush, 0, self.view.targets_at(uv))
        if self.session.table.data.n == added:  # it was refused
            return
        self.begin_on()
        self._from, self._gesture, self._rows = pointer, 0, (added,)
        self._note_places()


def _distance(one: Pointer, other: Pointer) -> float:
    way = one.place - other.place
    return float(np.hypot(way.x(), way.y()))
