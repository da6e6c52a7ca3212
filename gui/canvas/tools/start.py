"""The tool that places where a run begins."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt

from engine.core.algorithm import Handle
from gui.canvas.tools.tool import KEYS, Ground, Pointer, Tool


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
