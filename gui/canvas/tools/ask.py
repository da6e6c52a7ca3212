"""The tool that asks a model about a place."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt

from engine.core.algorithm import Handle
from engine.core.silent import say_nothing
from gui.canvas.tools.holding import Hold, nearest
from gui.canvas.tools.in_place import Entry
from gui.canvas.tools.putting import ask_at, grip_entry, is_query_at, put_at, query_entry
from gui.canvas.tools.tool import KEYS, Ground, Pointer, Tool
from gui.session.lane import Lane
from gui.session.placing import Grip, grips, handles_for, newly_held


class AskTool(Tool):
    """The question follows the mouse; on a point it is about that very row.

    Where a method says nothing of a point but is itself asked one, such as a search for its neighbours, it is that one.
    """

    hint = (
        "Click anywhere to ask what the model says there (near a point exactly of it, with Alt not), double-click to "
        f"type where; Escape stops asking. {KEYS}"
    )
    cursor = Qt.CursorShape.WhatsThisCursor
    frees = True

    def __init__(self, view: Ground) -> None:
        super().__init__(view)
        self._hold: Hold[Grip] | None = None

    def press(self, pointer: Pointer) -> None:
        handle = self._question()
        self.begin_on()
        if handle is not None and self.session.table.data.n:
            there, row = put_at(self.view, handle, pointer)
            self._hold = self._held(handle, there)
            self.session.view.ask(None)
            return self._hold.move(there, row)
        ask_at(self.view, pointer)
        if self.session.lanes and not any(map(speaks, self.session.lanes)):
            self.session.said.emit(f"{self.session.lane.algorithm.name} says nothing of a single point.")

    def _held(self, handle: Handle, there: np.ndarray) -> Hold[Grip]:
        """The query of the run, dragged to a place (d,)."""
        session = self.session
        return Hold(session, newly_held(session.lane, handle, there, session.table.data), f"place {handle.label}")

    def entry(self, pointer: Pointer) -> Entry | None:
        """The queried point, if it is under the pointer."""
        handle = self._question()
        if handle is not None:
            lane = self.session.lane
            there = grips(lane, self.view.surface, lane.start, self.session.table.data)
            grip = nearest([one for one in there if one.handle is handle], self.view, pointer.place)
            if grip is None:
                return None
            return grip_entry(self.view, grip, again=False)
        return query_entry(self.view) if is_query_at(self.view, pointer) else None

    def _question(self) -> Handle | None:
        if not self.session.lanes or speaks(self.session.lane):
            return None
        return next((one for one in handles_for(self.session.lane, self.view.surface) if one.question), None)

    def drag(self, pointer: Pointer) -> None:
        if self._hold is None:
            ask_at(self.view, pointer)
        elif not self.lost:
            self._hold.move(*put_at(self.view, self._hold.grip.handle, pointer))

    def release(self, pointer: Pointer) -> None:
        self._hold = None

    def cancel(self) -> None:
        self.session.view.ask(None)


def speaks(lane: Lane) -> bool:
    """Whether a method has something to say of a single point."""
    return lane.algorithm.inspect is not say_nothing
