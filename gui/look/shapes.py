"""The shapes of the classes: as paths for paper, and as small pictures for the screen, the legend and tables."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform

from gui.look.channels import contrast
from gui.look.theme import Theme

RIM = 1.25
"""The width of the edge of a point of the usual size, in pixels."""
DEEP, CLEAR = 0.3, 5.5
"""The deepest tint of an area, and the contrast of an edge to it: more than the 3 that smoothing leaves of it."""

CORNERS = {
    "square": (4, 45.0, 1.12),
    "diamond": (4, 0.0, 1.22),
    "triangle": (3, -90.0, 1.25),
    "pentagon": (5, -90.0, 1.12),
    "hexagon": (6, 0.0, 1.1),
}
"""For each polygon: how many corners, where the first is in degrees, and how much larger than the circle it is."""


@cache
def outline(shape: str) -> QPainterPath:
    """The path of a shape around (0, 0) that looks as large as a circle of diameter 1; "open" has no say in it."""
    kind = shape.removeprefix("open ")
    path = QPainterPath()
    if kind == "circle":
        path.addEllipse(QRectF(-0.5, -0.5, 1.0, 1.0))
    elif kind == "star":
        _polygon(path, [(0.68 if i % 2 == 0 else 0.29, -90.0 + 36.0 * i) for i in range(10)])
    elif kind == "cross":
        _cross(path)
    else:
        count, first, size = CORNERS[kind]
        _polygon(path, [(size / 2, first + 360.0 / count * i) for i in range(count)])
    return path


def _polygon(path: QPainterPath, corners: list[tuple[float, float]]) -> None:
    for i, (radius, degrees) in enumerate(corners):
        turn = math.radians(degrees)
        point = QPointF(radius * math.cos(turn), radius * math.sin(turn))
        path.lineTo(point) if i else path.moveTo(point)
    path.closeSubpath()


def _cross(path: QPainterPath) -> None:
    """An upright cross turned by 45 degrees, with arms."""
    arm, half = 0.56, 0.17
    corners = [(half, -arm), (half, -half), (arm, -half), (arm, half), (half, half), (half, arm)]
    around = corners + [(-x, -y) for x, y in corners]
    for i, (x, y) in enumerate(around):
        point = QPointF((x - y) * math.sqrt(0.5), (x + y) * math.sqrt(0.5))
        path.lineTo(point) if i else path.moveTo(point)
    path.closeSubpath()


def rim(theme: Theme, colour: QColor) -> QColor:
    """The thin edge of a point: darker on light paper, lighter on dark, so that each stands out from its own area."""
    return QColor(_rim(theme, colour.name()))


@cache
def _rim(theme: Theme, colour: str) -> str:
    far, area = "#000000" if theme.name == "light" else "#FFFFFF", theme.mixed(theme.paper, colour, DEEP)
    shades = [theme.mixed(colour, far, share / 20) for share in range(9, 20)]
    return next((shade for shade in shades if contrast(shade, area) >= CLEAR), shades[-1]).name()


def paint_shape(painter: QPainter, theme: Theme, shape: str, colour: QColor, size: float, hollow: bool = False) -> None:
    """One marker of diameter `size` around the painter's origin."""
    open_shape = hollow or shape.startswith("open")
    edge = RIM * max(1.0, size / 13.0)
    if open_shape:
        width = max(1.3, 0.16 * size)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(rim(theme, colour), width + edge))  # outside alone: inside it would close a small one
        painter.drawPath(scaled(shape, size + edge))
        painter.setPen(QPen(colour, width))
    else:
        painter.setPen(QPen(rim(theme, colour), edge))
        painter.setBrush(colour)
    painter.drawPath(scaled(shape, size))


@cache
def scaled(shape: str, size: float) -> QPainterPath:
    """The path of a shape as large as a circle of this diameter."""
    return QTransform.fromScale(size, size).map(outline(shape))


def class_icon(theme: Theme, code: int, size: float = 11.0, ratio: float = 1.0) -> QPixmap:
    """The marker of a class as a small picture, for legends, menus and tables; `ratio` is device pixels per pixel."""
    side = math.ceil((1.36 * size + 4) * ratio)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(side / 2, side / 2)
    painter.scale(ratio, ratio)
    paint_shape(painter, theme, theme.class_shape(code), theme.class_colour(code), size)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
