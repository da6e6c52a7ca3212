"""Words at a position of their own."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.core.marks import Text
from gui.canvas.painters.painter import Screen, ScreenPainter, View
from gui.canvas.painters.words import box_of

WEIGHT = 500


class TextPainter(ScreenPainter[Text]):
    """One piece of text."""

    def draw(self, mark: Text) -> None:
        self.mark = mark
        self.uv = self.view.to_view(np.atleast_2d(mark.position))
        self.show(50)

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if np.isfinite(self.uv).all():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            place, within = self._place(screen)
            colour = self.look(self.mark.role).colour
            self.write(painter, place, self.mark.text, colour, self.mark.anchor, within, WEIGHT)

    def box(self, screen: Screen) -> QRectF:
        """Where the words are."""
        place, within = self._place(screen)
        font = self.view.appearance.font("small", weight=WEIGHT)
        return box_of(place, self.mark.text, font, self.mark.anchor, within)

    def _place(self, screen: Screen) -> tuple[QPointF, QRectF | None]:
        """Their position in pixels, and the area that they may not leave: what is out of view stays so."""
        place = QPointF(*screen(self.uv)[0])
        return place, screen.area if screen.area.contains(place) else None


def captions(view: View, screen: Screen) -> list[QRectF]:
    """Where the words of all texts stand that are seen."""
    seen = [one for one in view.painters_of(Text) if isinstance(one, TextPainter) and one.item.isVisible()]
    return [text.box(screen) for text in seen if np.isfinite(text.uv).all()]
