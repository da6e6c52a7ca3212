"""Words at a position, on a piece of paper where they must be legible."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

PAD = 3.0
"""Pixels of paper around words."""


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
    """Draw words so that the point `anchor` of their box, (0, 0) at its top left, lies at `place`; the box they took.

    `paper` is laid under them;   `within` is the area they may not leave: what is too long for it is broken
    """
    metrics = QFontMetricsF(font)
    room = QRectF(0, 0, 1e4 if within is None else max(within.width() - 2 * PAD, 1.0), 1e4)
    wrap = Qt.TextFlag.TextWordWrap
    size = metrics.boundingRect(room, Qt.AlignmentFlag.AlignLeft | wrap, words).size()
    box = QRectF(0.0, 0.0, size.width() + 1, size.height())
    box.moveTopLeft(place - QPointF(anchor[0] * size.width(), anchor[1] * size.height()))
    if within is not None:
        box.moveLeft(min(max(box.left(), within.left() + PAD), max(within.right() - PAD - box.width(), within.left())))
        box.moveTop(min(max(box.top(), within.top() + PAD), max(within.bottom() - PAD - box.height(), within.top())))
    if paper is not None:
        sheet = QColor(paper)
        sheet.setAlphaF(0.82)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(sheet)
        painter.drawRoundedRect(box.adjusted(-PAD, -1, PAD, 1), 3, 3)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | wrap, words)
    return box
