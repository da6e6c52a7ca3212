"""The tool that places where a run begins."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt

from engine.core.algorithm import Handle
from gui.canvas.tools.holding import Hold, nearest, seen
from gui.canvas.tools.in_place import Entry
from gui.canvas.tools.putting import follow, grip_entry, put_at
from gui.canvas.tools.tool import KEYS, Ground, Pointer, Tool
from gui.session.placing import Grip, grips, handle_for, newly_held


class StartTool(Tool):
    """Places what the run begins from: click adds a handle, drag moves one, a click on one with Shift takes it away."""

    hint = (
        "Click to place where the run begins (near a point exactly on it, with Alt not), drag to move it, "
        f"double-click to type it, Shift+click to take it away. {KEYS}"
    )
    cursor = Qt.CursorShape.PointingHandCursor
    frees = True

    def __init__(self, view: Ground) -> None:
        super().__init__(view)
        self._hold: Hold[Grip] | None = None

    def handle(self) -> Handle | None:
        """What can be placed on this surface for the algorithm of the lane, with its parameters."""
        return handle_for(self.session.lane, self.view.surface) if self.session.lanes else None

    def grips(self) -> list[Grip]:
        """What has been placed so far."""
        session = self.session
        return grips(session.lane, self.view.surface, session.lane.start, session.table.data) if session.lanes else []

    def handles(self) -> np.ndarray:
        there = self.grips()
        return np.vstack([seen(self.view, grip, grip.place) for grip in there]) if there else np.zeros((0, 2))

    def press(self, pointer: Pointer) -> None:
        handle = self.handle()
        if handle is None:
            name = self.session.lane.algorithm.name if self.session.lanes else "No algorithm"
            return self.session.said.emit(f"{name} has no start that can be placed by hand.")
        if not self.session.table.data.n:
            return self.session.said.emit("There are no points yet to begin a run on: add some first.")
        self.begin_on()
        grip = nearest(self.grips(), self.view, pointer.place)
        if grip is None:
            self._hold = self._placed(handle, pointer)
        elif pointer.shift:
            self._take_away(grip)
        else:
            self._hold = Hold(self.session, grip, f"move {grip.name}")
            self._hold.show()

    def _placed(self, handle: Handle, pointer: Pointer) -> Hold[Grip]:
        """One more handle, which is held at once."""
        session, (place, row) = self.session, put_at(self.view, handle, pointer)
        hold = Hold(session, newly_held(session.lane, handle, place, session.table.data), f"place {handle.label}")
        hold.move(place, row)
        return hold

    def entry(self, pointer: Pointer) -> Entry | None:
        """What has been placed under the pointer."""
        grip = nearest(self.grips(), self.view, pointer.place)
        if grip is None:
            return None
        return grip_entry(self.view, grip, again=False)

    def _take_away(self, grip: Grip) -> None:
        """The run begins without this one; with none left of its kind, without what is left of no kind."""
        session = self.session
        session.set_start(grip.removed(session.lane, session.table.data), f"take away {grip.name}")

    def drag(self, pointer: Pointer) -> None:
        if self.lost:
            self._hold = None
        if self._hold is not None:
            follow(self._hold, self.view, pointer)

    def release(self, pointer: Pointer) -> None:
        self._hold = None
