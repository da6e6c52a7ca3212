"""The room that the numbers along the axes take, held still: it would change with every width of a number."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPicture
from PySide6.QtWidgets import QGraphicsGridLayout

from gui.canvas.surfaces.surface_view import SurfaceView

ROUNDS = 4
"""Other numbers may need another room, which may call for other numbers; so often that is followed."""
SIDES = ("left", "bottom")


def steady(view: SurfaceView) -> None:
    """Give the axes the room that their numbers need now, and keep it so from then on."""
    for _ in range(ROUNDS):
        before = view.box.sceneBoundingRect()
        for side in SIDES:
            measure(view.plot.getAxis(side))
        arrange(view)
        if view.box.sceneBoundingRect() == before:
            break
    left, bottom = (view.plot.getAxis(side) for side in SIDES)
    if left.isVisible():
        left.setWidth(left.size().width())
    if bottom.isVisible():
        bottom.setHeight(bottom.size().height())
    arrange(view)
    for side in SIDES:
        shorten(view.plot.getAxis(side), side)


def shorten(axis: pg.AxisItem, side: str) -> None:
    """Cut the words along an axis with an ellipsis where they are longer than it."""
    room = axis.size().height() if side == "left" else axis.size().width()
    cut = QFontMetricsF(axis.label.font()).elidedText(axis.labelText, Qt.TextElideMode.ElideRight, room)
    if axis.label.isVisible() and cut != axis.labelText:
        axis.setLabel(cut)
        axis.resizeEvent()


def arrange(view: SurfaceView) -> None:
    """Share the room out again, at once; pyqtgraph keeps the layout under the name of a method of Qt's."""
    layout: QGraphicsGridLayout = vars(view.plot)["layout"]
    layout.activate()


def measure(axis: pg.AxisItem) -> None:
    """Have an axis lay out its numbers, which is when it learns what room they need."""
    picture = QPicture()
    painter = QPainter(picture)
    if font := vars(axis)["style"]["tickFont"]:
        painter.setFont(font)
    axis.generateDrawSpecs(painter)
    painter.end()


def text_width(view: SurfaceView) -> float:
    """The room that the numbers of the left axis need now."""
    axis = view.plot.getAxis("left")
    if not axis.isVisible():
        return 0.0
    measure(axis)
    return float(axis.textWidth)


def widen(view: SurfaceView, more: float) -> None:
    """Give the left axis so much more room than it was fixed at."""
    axis = view.plot.getAxis("left")
    if more > 0 and axis.isVisible():
        axis.setWidth(axis.size().width() + more)
        arrange(view)
