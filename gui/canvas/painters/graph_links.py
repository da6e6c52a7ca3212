"""The links of a network: width by size, colour and dash by sign."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.core.marks import Graph, Link
from gui.canvas.painters.graph_layout import Style

WIDTHS = 6
"""The links of a network are drawn in this many widths, so that thousands cost a few strokes."""


def paint_links(painter: QPainter, graph: Graph, cards: Sequence[QRectF], style: Style) -> None:
    """The lines of a network; strokes of a kind are drawn together."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for (negative, width), links in sorted(bundled(graph.links).items()):
        path = QPainterPath()
        for link in links:
            start, end = cards[link.start], cards[link.end]
            path.moveTo(start.right(), start.center().y())
            path.lineTo(end.left(), end.center().y())
        colour = QColor(style.look.theme.class_colour(3 if negative else 0))
        colour.setAlphaF(0.35 + 0.6 * width / WIDTHS)
        dash = Qt.PenStyle.DashLine if negative else Qt.PenStyle.SolidLine
        painter.strokePath(path, style.pen(colour, 0.6 + 3.4 * width / WIDTHS, dash))


def bundled(links: Sequence[Link]) -> dict[tuple[bool, int], list[Link]]:
    """The links by sign and by width, 0 to WIDTHS."""
    heaviest = max((abs(link.weight) for link in links), default=0.0) or 1.0
    found: dict[tuple[bool, int], list[Link]] = {}
    for link in links:
        found.setdefault((link.weight < 0, round(WIDTHS * abs(link.weight) / heaviest)), []).append(link)
    return found
