"""The line of a network that is under the mouse: which it is, and how it stands out."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.base.words import figure
from gui.look.plain import plain
from gui.painters.graph import GraphItem
from gui.painters.graph_cards import rounded
from gui.painters.graph_layout import Style

NEAR = 6.0
"""Pixels from a line within which it is meant."""
WIDE = 4.0
"""How wide a lit line is drawn."""


class LitLink(pg.GraphicsObject):
    """Lies over the graphs of a sheet, and draws one of their lines once more, in the accent, with its weight."""

    def __init__(self) -> None:
        super().__init__()
        self._line, self.chip, self.weight = QLineF(), QRectF(), ""
        self._style: Style | None = None
        self._larger = 1.0
        self.setZValue(5)
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.hide()

    def light(self, graph: GraphItem, number: int, words: str, larger: float = 1.0) -> None:
        """Have a line stand out, with these words as its tool tip, so many times as large as the words of the graph."""
        self.prepareGeometryChange()
        self._style, self._line, self._larger = graph.style, QLineF(*graph.ends[number].tolist()), larger
        self.weight = figure(graph.graph.links[number].weight)
        self.chip = QRectF() if graph.style is None else self._chip_of(self._line.center(), graph.style)
        self.setToolTip(plain(words))
        self.show()
        self.update()

    def _chip_of(self, middle: QPointF, style: Style) -> QRectF:
        """Where the weight stands: on the middle of its line."""
        size = QSizeF(style.width(self.weight) + style.unit, 1.4 * style.unit) * self._larger
        return QRectF(middle - QPointF(size.width() / 2, size.height() / 2), size)

    def boundingRect(self) -> QRectF:
        around = QRectF(self._line.p1(), self._line.p2()).normalized().united(self.chip)
        wide = WIDE * self._larger
        return around.adjusted(-wide, -wide, wide, wide)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if (style := self._style) is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(style.pen(style.colour("accent"), WIDE * self._larger))
        painter.drawLine(self._line)
        painter.fillPath(rounded(self.chip, self.chip.height() / 2), style.colour("accent"))
        font = QFont(style.detail)
        font.setPixelSize(round(font.pixelSize() * self._larger))
        painter.setFont(font)
        painter.setPen(style.colour("paper"))
        painter.drawText(self.chip, Qt.AlignmentFlag.AlignCenter, self.weight)


def link_at(graph: GraphItem, place: QPointF, near: float) -> int | None:
    """The line that passes nearest by a position, if it is near; none under a card."""
    if not graph.graph.links or graph.node_at(place) is not None:
        return None
    start, way, here = graph.ends[:, :2], graph.ends[:, 2:] - graph.ends[:, :2], np.array([place.x(), place.y()])
    along = np.clip(((here - start) * way).sum(axis=1) / np.maximum((way**2).sum(axis=1), 1e-12), 0.0, 1.0)
    off = np.hypot(*(here - start - along[:, None] * way).T)
    off[np.isnan(off)] = np.inf  # those of nodes that are folded away
    best = int(np.argmin(off))
    return best if off[best] <= near else None
