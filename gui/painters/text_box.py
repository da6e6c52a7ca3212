"""Words at a position, on a piece of paper where they must be legible."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

PAD = 3.0
"""Pixels of paper around words."""
UNBROKEN = 1e4
"""More room than any words need."""
FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap


def box_of(
    place: QPointF, words: str, font: QFont, anchor: tuple[float, float] = (0.0, 1.0), within: QRectF | None = None
) -> QRectF:
    """Where words stand so that the point `anchor` of their box, (0, 0) at its top left, lies at `place`.

    within  the area they may not leave: what is too long for it is broken
    """
    wide, high = size_of(words, font, UNBROKEN if within is None else max(within.width() - 2 * PAD, 1.0))
    box = QRectF(0.0, 0.0, wide + 1, high)
    box.moveTopLeft(place - QPointF(anchor[0] * wide, anchor[1] * high))
    if within is not None:
        box.moveLeft(min(max(box.left(), within.left() + PAD), max(within.right() - PAD - box.width(), within.left())))
        box.moveTop(min(max(box.top(), within.top() + PAD), max(within.bottom() - PAD - box.height(), within.top())))
    return box


@lru_cache(maxsize=4096)
def size_of(words: str, font: QFont, room: float) -> tuple[float, float]:
    """How wide and high words are that are broken where they are wider than the room: asked for at many places."""
    size = QFontMetricsF(font).boundingRect(QRectF(0, 0, room, UNBROKEN), FLAGS, words).size()
    return size.width(), size.height()


def paint_words(
    painter: QPainter,
    place: QPointF,
    words: str,
    font: QFont,
    colour: QColor,
    anchor: tuple[float, float] = (0.0, 1.0),
    paper: QColor | None = None,
    within: QRectF | None = None,
) -> QRectF:
    """Draw words where `box_of` puts them, on `paper` if there is any; the box they took."""
    box = box_of(place, words, font, anchor, within)
    if paper is not None:
        sheet = QColor(paper)
        sheet.setAlphaF(0.82)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(sheet)
        painter.drawRoundedRect(box.adjusted(-PAD, -1, PAD, 1), 3, 3)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)
    return box
