"""A surface painted item by item, so that painting can pause between two of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem

from gui.canvas.surfaces.surface_view import SurfaceView
from gui.painters.painter import ScreenItem

CLIPS = QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape


def strokes(painter: QPainter, view: SurfaceView, corner: QPointF) -> Iterator[None]:
    """Paint a surface with its upper left corner at `corner`; a pause after each piece."""
    for item in items_of(view):
        yield from stroke(painter, item, corner, clip_of(item))


def layers(view: SurfaceView) -> Iterator[tuple[QRectF | None, list[QGraphicsItem]]]:
    """What is seen of a surface from the lowest to the highest, with the rectangle of the scene it is seen through."""
    yield from ((clip, list(items)) for clip, items in groupby(items_of(view), clip_of))


def stroke(painter: QPainter, item: QGraphicsItem, corner: QPointF, clip: QRectF | None = None) -> Iterator[None]:
    """Paint one item of a scene that stands at `corner`."""
    home = QTransform.fromTranslate(corner.x(), corner.y()) * painter.worldTransform()
    painter.save()
    try:
        if clip is not None:
            painter.setWorldTransform(home)
            painter.setClipRect(clip)
        painter.setOpacity(item.effectiveOpacity())
        painter.setWorldTransform(item.deviceTransform(home))
        if isinstance(item, ScreenItem):
            yield from item.pieces(painter)
        else:
            option = QStyleOptionGraphicsItem()
            option.exposedRect = item.boundingRect()
            item.paint(painter, option, None)
            yield
    finally:
        painter.restore()


def items_of(view: SurfaceView) -> list[QGraphicsItem]:
    """The items that are seen, the lowest first."""
    scene = view.plot.scene()
    scene.prepareForPaint()
    empty = QGraphicsItem.GraphicsItemFlag.ItemHasNoContents
    every = scene.items(Qt.SortOrder.AscendingOrder)
    return [item for item in every if item.isVisible() and not item.flags() & empty]


def clip_of(item: QGraphicsItem) -> QRectF | None:
    """The rectangle of the scene outside of which an item is not seen; None for no bounds."""
    holder = item.parentItem()
    while holder is not None:
        if holder.flags() & CLIPS:
            return holder.mapRectToScene(holder.boundingRect())
        holder = holder.parentItem()
    return None
