"""What is kept as pixels is painted once, looks as if it were painted, and takes only so much room."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPicture, QTransform

from gui.painters import image_cache
from gui.painters.image_cache import ImageCache
from gui.painters.painter import Screen
from gui.painters.stamps import near
from tests.gui.canvas.seeing import pixels

SCREEN = Screen(QTransform(2.0, 0, 0, -2.0, 10.0, 90.0), QRectF(10.0, 10.0, 120.0, 80.0))


class Drawing:
    """A line and a disc, and how often they were painted."""

    def __init__(self, colour: str = "#0072B2") -> None:
        self.colour, self.count = QColor(colour), 0

    def __call__(self, painter: QPainter) -> None:
        self.count += 1
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.colour)
        painter.drawLine(QPointF(12.3, 15.0), QPointF(118.0, 84.5))
        painter.setBrush(self.colour)
        painter.drawEllipse(QPointF(60.0, 40.0), 12.5, 9.0)


def paper(ratio: float) -> QImage:
    image = QImage(round(140 * ratio), round(100 * ratio), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    return image


def painted(ratio: float, how) -> np.ndarray:
    """The pixels of a page on which `how` has painted."""
    image = paper(ratio)
    painter = QPainter(image)
    painter.scale(ratio, ratio)
    how(painter)
    painter.end()
    return pixels(image)


@pytest.mark.parametrize("ratio", [1.0, 2.0, 1.5])
def test_a_copy_looks_as_if_it_were_painted(ratio):
    drawing, kept = Drawing(), ImageCache()
    copies = [painted(ratio, lambda to: kept.paint(to, SCREEN, "this", drawing)) for _ in range(2)]
    assert drawing.count == (1 if ratio != 1.5 else 2), "a pixel of a copy is a pixel of the device, or there is none"
    assert np.array_equal(*copies)
    assert np.abs(copies[0] - painted(ratio, drawing)).max() <= 2


def test_what_changed_is_painted_anew():
    kept, one, other = ImageCache(), Drawing(), Drawing("#D55E00")
    nearer = Screen(QTransform(3.0, 0, 0, -3.0, 10.0, 90.0), SCREEN.area)
    for screen, what, drawing in ((SCREEN, 1, one), (SCREEN, 2, other), (nearer, 1, one), (SCREEN, 1, one)):
        painted(1.0, lambda to, a=screen, b=what, c=drawing: kept.paint(to, a, b, c))
    assert (one.count, other.count) == (2, 1)


def test_only_so_many_pixels_are_kept(monkeypatch):
    monkeypatch.setattr(image_cache, "MOST", 25_000)
    kept, drawing = ImageCache(), Drawing()
    for what in (1, 2, 3, 3, 2, 1):
        painted(1.0, lambda to, what=what: kept.paint(to, SCREEN, what, drawing))
    assert drawing.count == 4, "two of them have room"


def test_on_paper_everything_is_painted():
    kept, drawing = ImageCache(), Drawing()
    for _ in range(2):
        painter = QPainter(page := QPicture())
        kept.paint(painter, SCREEN, 1, drawing)
        painter.end()
        assert not page.isNull()
    assert drawing.count == 2


def test_overflowing_positions_are_off_the_picture_without_warnings():
    screen = Screen(QTransform(120.0, 0, 0, -90.0, 300.0, 200.0), QRectF(0.0, 0.0, 600.0, 400.0))
    uv = np.array([[1e308, 1e308], [-1e308, 0.0], [1.0, 1.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert near(screen(uv), screen.area, 24.0).tolist() == [False, False, True]
        small = Screen(QTransform(1e-300, 0, 0, -1e-300, 0.0, 0.0), screen.area)
        assert not np.isfinite(small.back(np.array([[1e20, 1e20]]))).any()
