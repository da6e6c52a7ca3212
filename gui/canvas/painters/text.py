"""Words at a position of their own."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from engine.core.marks import Text
from gui.canvas.painters.painter import Screen, ScreenPainter


class TextPainter(ScreenPainter[Text]):
    """One piece of text."""

    def draw(self, mark: Text) -> None:
        self.mark = mark
        self.uv = self.view.to_view(np.atleast_2d(mark.position))
        self.show(50)

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if np.isfinite(self.uv).all():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            colour = self.look(self.mark.role).colour
            place = QPointF(*screen(self.uv)[0])
            within = screen.area if screen.area.contains(place) else None
            self.write(painter, place, self.mark.text, colour, self.mark.anchor, within, weight=500)
