"""Trees and networks: nodes as cards, the words of a branch on its line, the class counts as a thin bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsSceneHoverEvent, QStyleOptionGraphicsItem, QWidget

from engine.core.marks import Graph, Node
from gui.canvas.painters.folds import Folds, Key, below_each, keys_of
from gui.canvas.painters.graph_cards import (
    LIT,
    READABLE,
    branch,
    faded,
    handle,
    paint_block,
    paint_card,
    paint_cursor,
    paint_handle,
    readable,
    rounded,
    told,
)
from gui.canvas.painters.graph_layout import Style, extent, laid_out
from gui.canvas.painters.graph_links import Strokes, ends_of, paint_strokes, strokes_of
from gui.canvas.painters.painter import View
from gui.canvas.painters.sheet_item import Meant, SheetItem, SheetPainter

COMFORTABLE = 0.7
"""A tree is folded so far that it need not be drawn smaller than this."""
NARROWEST = 3.3
"""No card and the gap beside it are narrower, in heights of the small text."""
LARGER = 1.6
"""From afar the node of the step is drawn so many times as large as the smallest words that can be read."""


class GraphItem(SheetItem):
    """Draws a graph as far as it is unfolded.

    cards  the rectangle of each node, an empty one of a node that is folded away;   shown  those that are not
    tight  whether there is too little room for all of it;   at  the node on which the keyboard's cursor stands
    ends   (L, 4) where the lines of a network begin and end
    """

    def __init__(self) -> None:
        super().__init__()
        self.graph = Graph(())
        self.cards: list[QRectF] = []
        self.style: Style | None = None
        self.folds = Folds()
        self.shown: list[int] = []
        self.tight = False
        self._short, self._open = set[int](), set[int]()
        self._below: list[int] = []
        self._corners, self.ends, self._strokes = np.zeros((0, 4)), np.zeros((0, 4)), Strokes()
        self.at: int | None = None
        self._hovered: int | None = None
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    # -- what is where -------------------------------------------------------------------------------------------------

    def show_graph(self, graph: Graph, style: Style, room: QSizeF | None = None) -> None:
        """Lay the graph out; a tree that is too large for the room is folded."""
        parents = [node.parent for node in graph.nodes]
        if graph is not self.graph:
            self._below = below_each(parents, [node.below for node in graph.nodes])
        self.graph, self.style, self._hovered, self.at = graph, style, None, None
        self.shown = list(range(len(parents)))
        laid = cache(partial(laid_out, graph, style))
        if not graph.columns and room is not None:
            self.shown = self.folds.shown(parents, self.lit, lambda nodes: self._fits(nodes, room, laid))
        self.tight = False
        if not graph.columns and room is not None and not self.folds.whole:
            self.tight = len(self.shown) < len(parents) or not self._fits(self.shown, room, laid)
        self._short = self._shortened(self.shown) if self.tight else set()
        self.cards = laid(tuple(self.shown), frozenset(self._short))
        if self.tight and room is not None and extent(self.cards, style).width() * COMFORTABLE > room.width():
            self._short = set(self.shown) - {self.centre}
            self.cards = laid(tuple(self.shown), frozenset(self._short))
        self._open = {parents[node] for node in self.shown} - {-1}
        self._corners = np.array([self.cards[node].getCoords() for node in self.shown]).reshape(-1, 4)
        self.ends = ends_of(graph.links, self.cards) if graph.links else np.zeros((0, 4))
        self._strokes = strokes_of(graph.links, self.ends) if graph.links else Strokes()
        self.resized(extent(self.cards, style))

    @property
    def lit(self) -> list[int]:
        """What this step is about."""
        return [number for number, node in enumerate(self.graph.nodes) if node.role in LIT]

    @property
    def centre(self) -> int | None:
        """The node that this step is about most: in focus, or the end of a path."""
        found = [number for number in self.lit if self.graph.nodes[number].role == "focus"] or self.lit[-1:]
        return found[0] if found else None

    def _shortened(self, shown: Sequence[int]) -> set[int]:
        """Of a tree that has too little room, all but the node of the step, the one above it and those below it."""
        nodes, centre = self.graph.nodes, self.centre
        if centre is None:
            return set(shown)
        return {i for i in shown if i != centre and nodes[i].parent != centre and nodes[centre].parent != i}

    def _fits(self, shown: list[int], room: QSizeF, laid: Callable[..., list[QRectF]]) -> bool:
        """Whether these nodes have room and can be read; `laid` lays them out, the same ones once."""
        assert self.style is not None
        wide, high = room.width() / COMFORTABLE, room.height() / COMFORTABLE
        ends = len(shown) - len({self.graph.nodes[node].parent for node in shown} - {-1})
        if NARROWEST * self.style.unit * ends > wide:  # they need not be laid out
            return False
        short = set() if len(shown) == len(self.graph.nodes) else self._shortened(shown)
        needed = extent(laid(tuple(shown), frozenset(short)), self.style)
        return needed.width() <= wide and needed.height() <= high

    def node_at(self, place: QPointF) -> int | None:
        """The index of the card under a position."""
        left, top, right, bottom = self._corners.T
        inside = (left <= place.x()) & (place.x() <= right) & (top <= place.y()) & (place.y() <= bottom)
        return self.shown[int(np.argmax(inside))] if inside.any() else None

    def told_at(self, place: QPointF) -> str:
        node = self.node_at(place)
        return "" if node is None else self.told_of(node)

    def told_of(self, node: int, goes: str = "Click to go") -> str:
        """A node in words, and what leads to its step."""
        return told(self.graph.nodes[node], 0 if node in self._open else self._below[node], goes)

    def meant_at(self, place: QPointF) -> Meant | None:
        node = self.node_at(place)
        return None if node is None else self.meant_by(node)

    def meant_by(self, node: int) -> Meant | None:
        """What a node stands for."""
        if self.graph.nodes[node].step is None and self.graph.rests is None:
            return None
        return Meant(self.graph.nodes[node].step, rows_of(self.graph, node))

    def keys(self) -> list[Key]:
        """Every node by the way to it."""
        return keys_of([node.parent for node in self.graph.nodes])

    def show_cursor(self, node: int | None) -> None:
        """Put the keyboard's cursor on a node, or nowhere."""
        self.at = node
        self.update()

    # -- folding -------------------------------------------------------------------------------------------------------

    def words_of(self, node: int) -> str:
        """What the handle of a node says, "" where it has none: a branch that the graph leaves out cannot be opened."""
        if self.graph.columns or not self._below[node]:
            return ""
        if node in self._open:
            return "−" if node in (self._hovered, self.at) else ""
        return f"+{self._below[node]}"

    def handle_at(self, place: QPointF) -> int | None:
        """The node whose handle is under a position."""
        if self.style is None:
            return None
        for node in self.shown:
            words = self.words_of(node)
            if words and handle(self.cards[node], words, self.style).contains(place):
                return node
        return None

    def can_turn(self, node: int, opened: bool) -> bool:
        """Whether the branch of a node can be opened, or folded."""
        return not self.graph.columns and (
            self._below[node] > 0 and node not in self._open if opened else node in self._open
        )

    def turn(self, node: int) -> None:
        """Fold a node or open it; the picture follows with the next `show_graph`."""
        self.folds.turn(self.keys()[node], node in self._open)

    def hoverMoveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """The handle that folds a branch is seen on the card under the mouse."""
        super().hoverMoveEvent(event)
        on = self.handle_at(event.pos())
        self._hover(self.node_at(event.pos()) if on is None else on)
        if on is not None:
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def hoverLeaveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        super().hoverLeaveEvent(event)
        self._hover(None)

    def _hover(self, node: int | None) -> None:
        if node != self._hovered:
            self._hovered = node
            self.update()

    # -- painting ------------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.style is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        near = readable(painter, self.style)
        shown = ((i, self.graph.nodes[i], self.cards[i]) for i in self.shown)
        seen = [one for one in shown if self._reach(*one[1:]).intersects(option.exposedRect)]
        parts = [(node, card) for _, node, card in seen]
        paint_strokes(painter, self._strokes, self.style)
        self._paint_branches(painter, parts, self.style)
        for i, node, card in seen:
            if near:
                paint_card(painter, node, card, self.style, i in self._short)
            else:
                paint_block(painter, node, card, self.style)
        if self.at is not None and not self.cards[self.at].isNull():
            paint_cursor(painter, self.cards[self.at], self.style)
        if not near:
            self._paint_large(painter, self.style)
            return
        self._paint_words(painter, parts, self.style)
        for i, _, card in seen:
            if words := self.words_of(i):
                paint_handle(painter, card, words, self.style)

    def _reach(self, node: Node, card: QRectF) -> QRectF:
        """The rectangle of a card and of the branch that leads to it."""
        return card if node.parent < 0 else card.united(self.cards[node.parent])

    def _paint_large(self, painter: QPainter, style: Style) -> None:
        """The node of the step, where nothing else can be read, as large as it must be."""
        if (centre := self.centre) is None or self.cards[centre].isNull():
            return
        node, middle = self.graph.nodes[centre], self.cards[centre].center()
        scale = LARGER * READABLE / (style.detail.pixelSize() * abs(painter.deviceTransform().m22()))
        card = laid_out(Graph((Node(node.label, node.detail, counts=node.counts),)), style)[0]
        painter.save()
        painter.translate(middle)
        painter.scale(scale, scale)
        paint_card(painter, node, card.translated(-card.center()), style)
        painter.restore()

    def _paint_branches(self, painter: QPainter, seen: Sequence[tuple[Node, QRectF]], style: Style) -> None:
        """The lines from parents to children; those of the path last, on top."""
        plain, lit = QPainterPath(), dict[float, QPainterPath]()
        for node, card in seen:
            if node.parent >= 0:
                on = node.role in LIT and self.graph.nodes[node.parent].role in LIT
                into = lit.setdefault(node.share, QPainterPath()) if on else plain
                into.addPath(branch(self.cards[node.parent], card, style.unit))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.strokePath(plain, style.pen(style.mixed("quiet", "paper", 0.35), 1.25))
        for share, path in sorted(lit.items()):
            painter.strokePath(path, style.pen(faded(style, share), 1.0 + 1.5 * share))

    def _paint_words(self, painter: QPainter, seen: Sequence[tuple[Node, QRectF]], style: Style) -> None:
        """What a branch asks, on a piece of paper just above the child."""
        painter.setFont(style.detail)
        for node, card in seen:
            if node.parent >= 0 and node.edge:
                wide = style.width(node.edge) + 0.6 * style.unit
                place = QRectF(card.center().x() - wide / 2, card.top() - 1.75 * style.unit, wide, style.unit * 1.15)
                painter.fillPath(rounded(place, 0.2 * style.unit), style.colour("paper"))
                painter.setPen(style.colour("ink"))
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, node.edge)


def rows_of(graph: Graph, node: int) -> np.ndarray | None:
    """The rows that come to rest at a node or below it; None where the graph does not say."""
    if graph.rests is None:
        return None
    below = np.zeros(len(graph.nodes) + 1, dtype=bool)  # the last place is that of rows that rest nowhere
    below[node] = True
    for i, other in enumerate(graph.nodes):
        below[i] |= other.parent >= 0 and below[other.parent]
    return np.flatnonzero(below[graph.rests])


class GraphPainter(SheetPainter[Graph, GraphItem]):
    """Trees and networks."""

    def __init__(self, view: View) -> None:
        super().__init__(view, GraphItem())

    def draw(self, mark: Graph) -> None:
        box = self.view.box
        self.item.show_graph(mark, self._style(), QSizeF(box.width(), box.height()))
        self.item.show()

    def _style(self) -> Style:
        """The one in use, which keeps how wide its texts are, until the looks change."""
        if self.item.style is None:
            self.item.style = Style.of(self.view.appearance)
        return self.item.style

    def restyle(self) -> None:
        self.item.style = None
