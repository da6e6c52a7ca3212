"""Trees and networks: nodes as cards, the words of a branch on its line, the class counts as a thin bar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.core.marks import Graph, Link, Node
from gui.canvas.painters.painter import View
from gui.canvas.painters.sheet_item import Meant, SheetItem, SheetPainter, height_of, legible, sheet_font, width_of
from gui.canvas.painters.tidy import column_places, depths, tree_places
from gui.look.appearance import Appearance

WIDEST = 260.0
"""A longer label is cut with an ellipsis, and is whole in the tool tip."""
WIDTHS = 6
"""The links of a network are drawn in this many widths, so that thousands cost a few strokes."""
LEVELS, CLOSE_LEVELS = 3.2, 2.2
"""Heights of small text between the levels of a tree; in presentation they are closer, and the fitted text larger."""
LIT = ("focus", "path")


@dataclass(frozen=True)
class Style:
    """The fonts and lengths of a graph, all multiples of one text size."""

    look: Appearance
    label: QFont
    detail: QFont
    unit: float  # the height of the small text, of which all gaps are multiples

    @classmethod
    def of(cls, look: Appearance) -> Style:
        detail = sheet_font(look.font("small"))
        return cls(look, sheet_font(look.font("body", weight=600)), detail, height_of(detail))

    def colour(self, name: str) -> QColor:
        return QColor(getattr(self.look.theme, name))

    def pen(self, colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        pen = QPen(colour, width * self.look.scale, style)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if style == Qt.PenStyle.DashLine else Qt.PenCapStyle.RoundCap)
        return pen


def card_size(node: Node, style: Style) -> tuple[float, float]:
    """How wide and how high the card of a node is."""
    wide = max(width_of(style.label, node.label), width_of(style.detail, node.detail), 2.5 * style.unit)
    high = height_of(style.label, node.label) if node.label else 0.0
    high += height_of(style.detail, node.detail) if node.detail else 0.0
    high += 0.7 * style.unit if node.counts else 0.0
    return min(wide, WIDEST * style.look.scale) + 1.6 * style.unit, high + 0.9 * style.unit


def laid_out(graph: Graph, style: Style) -> list[QRectF]:
    """The rectangle of every card: a tree hangs from (0, 0), a network is centred on it."""
    sizes = np.array([card_size(node, style) for node in graph.nodes]).reshape(-1, 2)
    centres, tops = _network(graph, sizes, style) if graph.columns else _tree(graph, sizes, style)
    return [QRectF(x - w / 2, y, w, h) for x, y, (w, h) in zip(centres, tops, sizes, strict=True)]


def _tree(graph: Graph, sizes: np.ndarray, style: Style) -> tuple[np.ndarray, np.ndarray]:
    parents = [node.parent for node in graph.nodes]
    words = [width_of(style.detail, node.edge) + 1.2 * style.unit for node in graph.nodes]
    centres = tree_places(parents, np.maximum(sizes[:, 0], words).tolist(), 1.4 * style.unit)
    levels = depths(parents)
    heights = [sizes[levels == level, 1].max() for level in range(int(levels.max(initial=-1)) + 1)]
    gap = (CLOSE_LEVELS if style.look.presentation else LEVELS) * style.unit
    tops = np.concatenate([[0.0], np.cumsum(np.array(heights) + gap)])
    return centres, tops[levels]


def _network(graph: Graph, sizes: np.ndarray, style: Style) -> tuple[np.ndarray, np.ndarray]:
    columns = np.asarray(graph.columns)
    wide = [sizes[columns == column, 0].max(initial=0.0) for column in range(int(columns.max()) + 1)]
    starts = np.concatenate([[0.0], np.cumsum(np.array(wide) + 8.0 * style.unit)])
    centres = starts[columns] + np.array(wide)[columns] / 2
    middles = column_places(graph.columns, sizes[:, 1].tolist(), 1.0 * style.unit)
    return centres, middles - sizes[:, 1] / 2


class GraphItem(SheetItem):
    """Draws a graph that has been laid out."""

    def __init__(self) -> None:
        super().__init__()
        self.graph = Graph(())
        self.cards: list[QRectF] = []
        self.style: Style | None = None
        self._corners = np.zeros((0, 4))
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def show_graph(self, graph: Graph, style: Style) -> None:
        self.graph, self.style = graph, style
        self.cards = laid_out(graph, style)
        self._corners = np.array([card.getCoords() for card in self.cards]).reshape(-1, 4)
        bounds = QRectF()
        for card in self.cards:
            bounds = bounds.united(card)
        self.resized(bounds.adjusted(-style.unit, -style.unit, style.unit, style.unit))

    def node_at(self, place: QPointF) -> int | None:
        """The index of the card under a position."""
        left, top, right, bottom = self._corners.T
        inside = (left <= place.x()) & (place.x() <= right) & (top <= place.y()) & (place.y() <= bottom)
        return int(np.argmax(inside)) if inside.any() else None

    def told_at(self, place: QPointF) -> str:
        node = self.node_at(place)
        return "" if node is None else told(self.graph.nodes[node])

    def meant_at(self, place: QPointF) -> Meant | None:
        node = self.node_at(place)
        if node is None or (self.graph.nodes[node].step is None and self.graph.rests is None):
            return None
        return Meant(self.graph.nodes[node].step, rows_of(self.graph, node))

    # -- painting ------------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.style is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = [(node, card) for node, card in self._nodes() if option.exposedRect.intersects(self._reach(node, card))]
        self._paint_links(painter, self.style)
        self._paint_branches(painter, seen, self.style)
        for node, card in seen:
            paint_card(painter, node, card, self.style)
        self._paint_words(painter, seen, self.style)

    def _nodes(self) -> Iterator[tuple[Node, QRectF]]:
        return zip(self.graph.nodes, self.cards, strict=True)

    def _reach(self, node: Node, card: QRectF) -> QRectF:
        """The rectangle of a card and of the branch that leads to it."""
        return card if node.parent < 0 else card.united(self.cards[node.parent])

    def _paint_branches(self, painter: QPainter, seen: Sequence[tuple[Node, QRectF]], style: Style) -> None:
        """The lines from parents to children; those of the path last, on top."""
        plain, lit = QPainterPath(), QPainterPath()
        for node, card in seen:
            if node.parent >= 0:
                into = lit if node.role in LIT and self.graph.nodes[node.parent].role in LIT else plain
                into.addPath(branch(self.cards[node.parent], card, style.unit))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.strokePath(plain, style.pen(mixed(style, "quiet", "paper", 0.35), 1.25))
        painter.strokePath(lit, style.pen(style.colour("accent"), 2.5))

    def _paint_words(self, painter: QPainter, seen: Sequence[tuple[Node, QRectF]], style: Style) -> None:
        """What a branch asks, on a piece of paper just above the child."""
        if not legible(painter, style.detail):
            return
        painter.setFont(style.detail)
        for node, card in seen:
            if node.parent >= 0 and node.edge:
                wide = width_of(style.detail, node.edge) + 0.6 * style.unit
                place = QRectF(card.center().x() - wide / 2, card.top() - 1.75 * style.unit, wide, style.unit * 1.15)
                painter.fillPath(rounded(place, 0.2 * style.unit), style.colour("paper"))
                painter.setPen(style.colour("ink"))
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, node.edge)

    def _paint_links(self, painter: QPainter, style: Style) -> None:
        """The lines of a network: width by size, colour and dash by sign; strokes of a kind are drawn together."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for (negative, width), links in sorted(bundled(self.graph.links).items()):
            path = QPainterPath()
            for link in links:
                start, end = self.cards[link.start], self.cards[link.end]
                path.moveTo(start.right(), start.center().y())
                path.lineTo(end.left(), end.center().y())
            colour = QColor(style.look.theme.class_colour(3 if negative else 0))
            colour.setAlphaF(0.35 + 0.6 * width / WIDTHS)
            dash = Qt.PenStyle.DashLine if negative else Qt.PenStyle.SolidLine
            painter.strokePath(path, style.pen(colour, 0.6 + 3.4 * width / WIDTHS, dash))


def rows_of(graph: Graph, node: int) -> np.ndarray | None:
    """The rows that come to rest at a node or below it; None where the graph does not say."""
    if graph.rests is None:
        return None
    below = np.zeros(len(graph.nodes) + 1, dtype=bool)  # the last place is that of rows that rest nowhere
    below[node] = True
    for i, other in enumerate(graph.nodes):
        below[i] |= other.parent >= 0 and below[other.parent]
    return np.flatnonzero(below[graph.rests])


def bundled(links: Sequence[Link]) -> dict[tuple[bool, int], list[Link]]:
    """The links by sign and by width, 0 to WIDTHS."""
    heaviest = max((abs(link.weight) for link in links), default=0.0) or 1.0
    found: dict[tuple[bool, int], list[Link]] = {}
    for link in links:
        found.setdefault((link.weight < 0, round(WIDTHS * abs(link.weight) / heaviest)), []).append(link)
    return found


def branch(above: QRectF, below: QRectF, unit: float) -> QPainterPath:
    """A line from the foot of one card to the head of another, upright at both ends; the words stand on its end."""
    start, end = QPointF(above.center().x(), above.bottom()), QPointF(below.center().x(), below.top())
    turn = QPointF(end.x(), end.y() - 1.1 * unit)
    middle = (start.y() + turn.y()) / 2
    path = QPainterPath(start)
    path.cubicTo(QPointF(start.x(), middle), QPointF(turn.x(), middle), turn)
    path.lineTo(end)
    return path


def paint_card(painter: QPainter, node: Node, card: QRectF, style: Style) -> None:
    """A rounded card with its label, its detail and its counts."""
    outline = rounded(card, 0.45 * style.unit)
    painter.fillPath(outline, _fill(node, style))
    painter.strokePath(outline, _border(node, style))
    inner = card.adjusted(0.8 * style.unit, 0.45 * style.unit, -0.8 * style.unit, -0.45 * style.unit)
    for text, font, colour in ((node.label, style.label, "ink"), (node.detail, style.detail, "quiet")):
        if text:
            _paint_text(painter, text, inner, font, style.colour(colour))
            inner.setTop(inner.top() + height_of(font, text))
    if node.counts:
        top = card.bottom() - 0.85 * style.unit
        paint_counts(painter, node.counts, QRectF(inner.left(), top, inner.width(), 0.4 * style.unit), style)


def paint_counts(painter: QPainter, counts: Sequence[int], place: QRectF, style: Style) -> None:
    """How many of each class, as one bar in class colours."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    left, total = place.left(), max(sum(counts), 1)
    for code, count in enumerate(counts):
        width = place.width() * count / total
        path = QPainterPath()
        path.addRect(QRectF(left, place.top(), width, place.height()))
        painter.fillPath(path, QColor(style.look.theme.class_colour(code)))
        left += width
    painter.restore()


def _paint_text(painter: QPainter, text: str, place: QRectF, font: QFont, colour: QColor) -> None:
    if not legible(painter, font):
        return
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(colour)
    for i, line in enumerate(text.split("\n")):
        cut = metrics.elidedText(line, Qt.TextElideMode.ElideRight, place.width() + 1.0)
        row = QRectF(place.left(), place.top() + i * metrics.lineSpacing(), place.width(), metrics.lineSpacing())
        painter.drawText(row, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, cut)


def _fill(node: Node, style: Style) -> QColor:
    """Paper; thinned, the colour of its class for a node that answers with one, of a mistake for a wrong one."""
    if node.role == "wrong":
        return mixed(style, "wrong", "paper", 0.78)
    if node.group is None:
        return style.colour("panel")
    tint = QColor(style.look.theme.class_colour(node.group))
    return QColor(style.look.theme.mixed(tint, style.look.theme.paper, 0.82))


def _border(node: Node, style: Style) -> QPen:
    if node.role in LIT:
        return style.pen(style.colour("accent"), 2.5 if node.role == "focus" else 1.75)
    colour = style.colour("wrong") if node.role == "wrong" else mixed(style, "quiet", "paper", 0.35)
    return style.pen(colour, 1.0, Qt.PenStyle.DashLine if node.role == "ghost" else Qt.PenStyle.SolidLine)


def mixed(style: Style, one: str, other: str, share: float) -> QColor:
    """Two colours of the theme mixed; `share` is that of the other."""
    theme = style.look.theme
    return QColor(theme.mixed(getattr(theme, one), getattr(theme, other), share))


def rounded(place: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(place, radius, radius)
    return path


def told(node: Node) -> str:
    """A node in words, whole, for its tool tip."""
    counts = ", ".join(f"{count}" for count in node.counts)
    goes = "" if node.step is None else f"Click to go to step {node.step}, which looks at it, and to light its rows."
    told = (node.label, node.detail, counts and f"examples of each class: {counts}", goes)
    return "\n".join(part for part in told if part)


class GraphPainter(SheetPainter[Graph, GraphItem]):
    """Trees and networks."""

    def __init__(self, view: View) -> None:
        super().__init__(view, GraphItem())

    def draw(self, mark: Graph) -> None:
        self.item.show_graph(mark, Style.of(self.view.appearance))
        self.item.show()
