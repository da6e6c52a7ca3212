"""Functions of the features: a view on which the target goes up draws all of them together, any other none."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from engine.core.marks import Response
from gui.painters.painter import Screen, ScreenPainter


class ResponsePainter(ScreenPainter[Response]):
    """A single response is drawn by `ResponsesPainter` with a target axis, and not at all without one."""

    def draw(self, mark: Response) -> None:
        self.clear()

    def paint(self, painter: QPainter, screen: Screen) -> None:
        """It is never shown."""
