"""The tool that places where a run begins."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt

from engine.core.algorithm import Handle
from gui.canvas.tools.tool import KEYS, Ground, Pointer, Tool
from gui.session.placing import handle_for, placed, positions


class StartTool(Tool):
    """Places what the run begins from: click adds a handle, drag moves one, a click on one with Shift takes it away."""

    hint = f"Click to place where the run begins, drag to move it, Shift+click to take it away. {KEYS}"
    cursor = Qt.CursorShape.PointingHandCursor
    NEAR = 12.0

    def __init__(self, view: Ground) -> None:
        super().__init__(view)
        self._held: int | None = None

    def handle(self) -> Handle | None:
        """What can be placed on this surface for the algorithm of the lane, with its parameters."""
        return handle_for(self.session.lane, self.view.surface) if self.session.lanes else None

    def positions(self) -> np.ndarray:
        """(m, d) what has been placed so far."""
        handle, d = self.handle(), self.session.data.d
        return np.zeros((0, d)) if handle is None else positions(self.session.lane.start, handle, d)

    def handles(self) -> np.ndarray:
        return self.view.to_view(self.positions())

    def press(self, pointer: Pointer) -> None:
        handle = self.handle()
        if handle is None:
            name = self.session.lane.algorithm.name if self.session.lanes else "No algorithm"
            return self.session.said.emit(f"{name} has no start that can be placed by hand.")
        self._held = self._near(pointer.place)
        if pointer.shift and self._held is not None:
            rest = np.delete(self.positions(), self._held, axis=0)
            self._held = None
            return self.session.set_start(self._made(handle, rest) if len(rest) else None)
        if self._held is None:
            lane, place = self.session.lane, self.view.to_space(pointer.uv[None])[0]
            there = placed(lane.start, handle, place, lane.params)
            self._held = len(there) - 1
            self.session.set_start(self._made(handle, there))

    def _made(self, handle: Handle, positions: np.ndarray) -> object:
        return handle.make(positions, self.session.data, self.session.lane.params)

    def drag(self, pointer: Pointer) -> None:
        handle, there = self.handle(), np.array(self.positions())
        if handle is not None and self._held is not None and self._held < len(there):
            there[self._held] = self.view.to_space(pointer.uv[None])[0]
            self.session.set_start(self._made(handle, there))

    def release(self, pointer: Pointer) -> None:
        self._held = None

    def _near(self, place: QPointF) -> int | None:
        squares = ((self.view.pixels(self.handles()) - (place.x(), place.y())) ** 2).sum(axis=1)
        return int(np.argmin(squares)) if len(squares) and squares.min() <= self.NEAR**2 else None
