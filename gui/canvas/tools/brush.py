"""Tools that paint: the spray adds many points, the eraser takes them away."""

from __future__ import annotations

import time

import numpy as np
from PySide6.QtCore import Qt

from gui.canvas.tools.tool import Ground, Pointer, Tool


class BrushTool(Tool):
    """The base of the tools with a circle, which work as long as the button is down."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, view: Ground) -> None:
        super().__init__(view)
        self._gesture = 0

    @property
    def radius(self) -> float:
        return float(self.session.view.spray_radius) * self.view.appearance.scale

    def press(self, pointer: Pointer) -> None:
        self._gesture = self.session.points.new_gesture()
        self.drag(pointer)

    def drag(self, pointer: Pointer) -> None:
        self._show(pointer)
        self.work(pointer)

    def release(self, pointer: Pointer) -> None:
        self.session.points.end_gesture()

    def hover(self, pointer: Pointer) -> None:
        super().hover(pointer)
        self._show(pointer)

    def _show(self, pointer: Pointer) -> None:
        self.view.overlay.circle = (pointer.place, self.radius)
        self.view.overlay.refresh()

    def leave(self) -> None:
        super().leave()
        self.view.overlay.circle = None
        self.view.overlay.refresh()

    def work(self, pointer: Pointer) -> None:
        """Apply the brush under the circle."""


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
        count = self.session.table.data.n + np.arange(1, self.BATCH + 1)
        turns, radii = count * 0.7548776662466927 % 1.0 * 2 * np.pi, np.sqrt(count * 0.5698402909980532 % 1.0)
        places = self.radius * radii[:, None] * np.column_stack([np.cos(turns), np.sin(turns)])
        unit = self.view.box.viewPixelSize()
        uv = pointer.uv + places * unit
        self.session.points.add(
            self.view.to_space(uv), self.session.view.brush, self._gesture, self.view.targets_at(uv)
        )


class EraseTool(BrushTool):
    """Everything under the circle goes."""

    hint = "Hold the button and move: the points under the circle go. Undo brings a whole stroke back."

    @property
    def radius(self) -> float:
        return super().radius / 2

    def work(self, pointer: Pointer) -> None:
        rows = self.view.rows_within(pointer.place, self.radius)
        if len(rows):
            self.session.points.delete(rows.tolist(), self._gesture)
