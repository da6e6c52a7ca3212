"""Words at a position of their own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter

from engine.core.marks import Text
from gui.painters.curve_labels import paper
from gui.painters.once import Once
from gui.painters.painter import Screen, ScreenPainter, View
from gui.painters.seen import seen
from gui.painters.text_box import box_of, paint_words

WEIGHT = 500
SHRUNK = 1.0, 0.9, 0.8, 0.7, 0.6
"""The shares of the usual size that are tried, one after the other, where texts would hide each other."""
LEAST = 8
"""No text is made smaller than so many pixels."""
FEW = 12
"""Maximum number of texts kept from overlapping; more would hide each other at any size, and take long."""


class TextPainter(ScreenPainter[Text]):
    """One piece of text.   font  that of all texts of the surface, which the first of them keeps"""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.font = Once[QFont]()

    def draw(self, mark: Text) -> None:
        self.mark = mark
        self.uv = self.view.to_view(np.atleast_2d(mark.position))
        self.show(50)

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if np.isfinite(self.uv).all():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            place, within = self._place(screen)
            colour, paper = QColor(self.look(self.mark.role).colour), QColor(self.theme.paper)
            font = font_of(seen_texts(self.view), screen)
            paint_words(painter, place, self.mark.text, font, colour, self.mark.anchor, paper, within)

    def box(self, screen: Screen, font: QFont) -> QRectF:
        """Where the words are."""
        place, within = self._place(screen)
        return box_of(place, self.mark.text, font, self.mark.anchor, within)

    def _place(self, screen: Screen) -> tuple[QPointF, QRectF | None]:
        """Their position in pixels, and the area that they may not leave: what is out of view stays so."""
        place = QPointF(*screen(self.uv)[0])
        return place, screen.area if screen.sees(place) else None


def captions(view: View, screen: Screen) -> list[QRectF]:
    """Where the words of all texts stand that are seen."""
    texts = seen_texts(view)
    return boxes_in(texts, screen, font_of(texts, screen)) if texts else []


def seen_texts(view: View) -> list[TextPainter]:
    """What paints the texts of a surface that are seen."""
    return [text for text in seen(view, Text, TextPainter) if np.isfinite(text.uv).all()]


def boxes_in(texts: Sequence[TextPainter], screen: Screen, font: QFont) -> list[QRectF]:
    """Where the words of these texts stand in a font."""
    return [text.box(screen, font) for text in texts]


def font_of(texts: Sequence[TextPainter], screen: Screen) -> QFont:
    """One font for the texts of a surface, looked for once while all stay as they are."""
    said = [(one.mark.text, one.mark.anchor) for one in texts]
    what = screen, texts[0].scale, said
    return texts[0].font.of(what, [one.uv for one in texts], lambda: _fitting(texts, screen))


def _fitting(texts: Sequence[TextPainter], screen: Screen) -> QFont:
    """The largest font in which no text hides another, else the smallest."""
    font = texts[0].view.appearance.font("small", weight=WEIGHT)
    usual = font.pixelSize()
    for share in SHRUNK if 1 < len(texts) <= FEW else ():
        font.setPixelSize(max(round(share * usual), min(usual, LEAST)))
        sheets = list(map(paper, boxes_in(texts, screen, font)))
        if not any(one.intersects(other) for one, other in combinations(sheets, 2)):
            break
    return font
