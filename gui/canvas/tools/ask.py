"""The tool that asks a model about a place."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt

from engine.core.algorithm import Handle
from engine.core.silent import say_nothing
from gui.canvas.tools.holding import Hold
from gui.canvas.tools.tool import KEYS, Ground, Pointer, Tool
from gui.session.lane import Lane
from gui.session.placing import Grip, handles_for, newly_held


class AskTool(Tool):
    """The question follows the mouse; on a point it is about that very row.

    Where a method says nothing of a point but is itself asked one, such as a search for its neighbours, it is that one.
    """

    hint = f"Click anywhere to ask what the model says there; Escape stops asking. {KEYS}"
    cursor = Qt.CursorShape.WhatsThisCursor

    def __init__(self, view: Ground) -> None:
        super().__init__(view)
        self._hold: Hold[Grip] | None = None

    def press(self, pointer: Pointer) -> None:
        row = self.view.row_at(pointer.place)
        there = self.view.to_space(pointer.uv[None])[0] if row is None else self.session.data.X[row]
        self.begin_on()
        self._hold = self._held(there)
        if self._hold is not None:
            self.session.ask(None)
            return self._hold.move(there)
        self.session.ask(there)
        if self.session.lanes and not any(map(speaks, self.session.lanes)):
            self.session.said.emit(f"{self.session.lane.algorithm.name} says nothing of a single point.")

    def _held(self, there: np.ndarray) -> Hold[Grip] | None:
        """What the run is asked, held at a place (d,), if that is how it is asked."""
        session = self.session
        handle = self._question()
        if handle is None or not session.data.n:
            return None
        return Hold(session, newly_held(session.lane, handle, there, session.data), f"place {handle.label}")

    def _question(self) -> Handle | None:
        if not self.session.lanes or speaks(self.session.lane):
            return None
        return next((one for one in handles_for(self.session.lane, self.view.surface) if one.question), None)

    def drag(self, pointer: Pointer) -> None:
        there = self.view.to_space(pointer.uv[None])[0]
        if self._hold is None:
            self.session.ask(there)
        elif not self.lost:
            self._hold.move(there)

    def release(self, pointer: Pointer) -> None:
        self._hold = None

    def cancel(self) -> None:
        self.session.ask(None)


def speaks(lane: Lane) -> bool:
    """Whether a method has something to say of a single point."""
    return lane.algorithm.inspect is not say_nothing
