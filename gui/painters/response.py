"""Functions of the features: a view on which the target goes up draws all of them together, any other none."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from engine.core.marks import Response
from gui.painters.painter import Screen, ScreenPainter


class ResponsePainter(ScreenPainter[Response]):
    """Of a single one nothing is drawn: without a target axis it has no place, with one `ResponsesPainter` draws it."""

    def draw(self, mark: Response) -> None:
        self.clear()

    def paint(self, painter: QPainter, screen: Screen) -> None:
        """It is never shown."""
