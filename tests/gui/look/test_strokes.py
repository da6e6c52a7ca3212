"""The lines of runs that agree: both are seen, where they run together too."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from gui.look.strokes import STROKES, stroke


def thickness(*places: int) -> np.ndarray:
    """(300,) how many pixels are inked at each place along a line that runs of these places draw over each other."""
    image = QImage(300, 20, QImage.Format.Format_Grayscale8)
    image.fill(QColor("white"))
    painter = QPainter(image)
    for place in places:
        painter.setPen(stroke(place, QColor("black")))
        painter.drawLine(QPointF(0, 10), QPointF(300, 10))
    painter.end()
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(20, image.bytesPerLine())[:, :300]
    return (rows < 128).sum(axis=0)


def test_line_over_a_solid_one_has_equal_contrast():
    alone = thickness(0)[10:-10]
    assert alone.min() == alone.max() > 0
    for place in range(1, len(STROKES)):
        other, both = thickness(place)[10:-10], thickness(0, place)[10:-10]
        assert other.min() == 0 < other.max(), "by itself it has gaps"
        assert both.min() == alone.max() < both.max(), "together it is thick on thin, without a gap"
