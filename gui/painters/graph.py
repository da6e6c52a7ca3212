"""Trees and networks: nodes as cards, the words of a branch on its line, the class counts as a thin bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsSceneHoverEvent, QStyleOptionGraphicsItem, QWidget

from engine.core.marks import Graph, Node
from gui.painters.folds import Folds, Key, below_each, keys_of, way_to
from gui.painters.graph_cards import (
    LIT,
    READABLE,
    handle,
    paint_block,
    paint_branches,
    paint_button,
    paint_card,
    paint_cursor,
    paint_handle,
    paint_words,
    readable,
    told,
)
from gui.painters.graph_columns import MOST, Drawn, drawn, paint_newest
from gui.painters.graph_layout import COMFORTABLE, Style, extent, laid_out
from gui.painters.graph_links import Strokes, ends_of, paint_strokes, strokes_of
from gui.painters.sheet_item import Meant, SheetItem

NARROWEST = 3.3
"""No card and the gap beside it are narrower, in heights of the small text."""
UNFOLDS = f"A click draws them, {MOST} of the column at most, and a double click elsewhere folds them."
FOLDS = "A click folds this column."
LARGER = 1.6
"""From afar the node of the step is drawn so many times as large as the smallest words that can be read."""


class GraphItem(SheetItem):
    """Draws a graph as far as it is unfolded.

    cards  the rectangle of each node, an empty one of a node that is folded away;   shown  those that are not
    columns  how a network is drawn, None for a tree
    top    the node on top where its ancestors have no room, else None
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
        self.columns: Drawn | None = None
        self.top: int | None = None
        self.tight = False
        self._short, self._open = set[int](), set[int]()
        self._below: list[int] = []
        self._corners, self.ends, self._strokes = np.zeros((0, 4)), np.zeros((0, 4)), Strokes()
        self.at: int | None = None
        self._hovered: int | None = None
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    # -- what is where -------------------------------------------------------------------------------------------------

    def show_graph(self, graph: Graph, style: Style, room: QSizeF | None = None) -> None:
        """Lay the graph out; what is too large for the room is folded."""
        if not graph.columns and graph is not self.graph:
            self._below = below_each([node.parent for node in graph.nodes], [node.below for node in graph.nodes])
        self.graph, self.style, self._hovered, self.at = graph, style, None, None
        if graph.columns:
            self._show_columns(graph, style, room)
        else:
            self._show_tree(graph, style, room)
        self._corners = np.array([self.cards[node].getCoords() for node in self.shown]).reshape(-1, 4)
        self.ends = ends_of(graph.links, self.cards) if graph.links else np.zeros((0, 4))
        self._strokes = strokes_of(graph.links, self.ends) if graph.links else Strokes()
        self.resized(extent(self.cards, style))

    def _show_columns(self, graph: Graph, style: Style, room: QSizeF | None) -> None:
        """A network: as much of it as can be read."""
        self.columns = drawn(graph, style, room, self.folds.opened)
        self.top = None
        self.shown, self.cards, self.tight = sorted(self.columns.nodes), self.columns.cards, False
        self._open, self._short = set(), set(self.columns.short)

    def _show_tree(self, graph: Graph, style: Style, room: QSizeF | None) -> None:
        parents = [node.parent for node in graph.nodes]
        self.columns, self.top = None, None
        self.shown = list(range(len(parents)))
        laid = cache(partial(laid_out, graph, style))
        if room is not None:
            self.shown = self.folds.shown(parents, self.lit, lambda nodes: self._fits(nodes, room, laid, True))
        self.tight = False
        if room is not None and not self.folds.whole:
            self.tight = len(self.shown) < len(parents) or not self._fits(self.shown, room, laid, False)
        self._short = self._shortened(self.shown) if self.tight else set()
        self.cards = laid(tuple(self.shown), frozenset(self._short))
        if self.tight and room is not None:
            needed = extent(self.cards, style).size() * COMFORTABLE
            low = needed.height() > room.height()
            if low or needed.width() > room.width():
                self._short = set(self.shown) - {self.centre}
                self.cards = laid(tuple(self.shown), frozenset(self._short), low)
            if not self.folds.up:
                self._fold_above(parents, style, room, partial(laid, low=low))
        self._open = {parents[node] for node in self.shown} - {-1}

    def _fold_above(self, parents: list[int], style: Style, room: QSizeF, laid: Callable[..., list[QRectF]]) -> None:
        """Leave out the upper ancestors of the node of the step, as many as have no room above it and are not lit."""
        if self.centre is None or self.cards[self.centre].isNull():
            return
        way, lit = way_to(parents, self.centre), set(self.lit)
        for top in way[1:]:
            if parents[top] in lit or extent(self.cards, style).height() * COMFORTABLE <= room.height():
                return
            self.top = top
            self.shown = [node for node in self.shown if top in way_to(parents, node)]
            self.cards = laid(tuple(self.shown), frozenset(self._short.intersection(self.shown)))

    @property
    def above(self) -> int:
        """How many nodes are left out that do not hang from the one on top."""
        return 0 if self.top is None else self._below[0] - self._below[self.top]

    def above_at(self, place: QPointF) -> bool:
        """Whether the handle that brings back what is above is under a position."""
        return self.top is not None and self.style is not None and self._top_handle(self.style).contains(place)

    def _top_handle(self, style: Style) -> QRectF:
        """On the upper edge of the card on top."""
        assert self.top is not None
        card = self.cards[self.top]
        return handle(card.translated(0.0, -card.height() - 0.4 * style.unit), self._words_above(), style)

    def _words_above(self) -> str:
        return f"+{self.above} above"

    @property
    def lit(self) -> list[int]:
        """The subject of this step."""
        return [number for number, node in enumerate(self.graph.nodes) if node.role in LIT]

    @property
    def centre(self) -> int | None:
        """The node that this step is about most: in focus, or the end of a path."""
        lit = [number for number in self.lit if self.columns is None or number in self.columns.nodes]
        found = [number for number in lit if self.graph.nodes[number].role == "focus"] or lit[-1:]
        return found[0] if found else None

    def _shortened(self, shown: Sequence[int]) -> set[int]:
        """Folded nodes of a tree without room: all but the node of the step, its parent and its children."""
        nodes, centre = self.graph.nodes, self.centre
        if centre is None:
            return set(shown)
        return {i for i in shown if i != centre and nodes[i].parent != centre and nodes[centre].parent != i}

    def _fits(self, shown: list[int], room: QSizeF, laid: Callable[..., list[QRectF]], shortened: bool) -> bool:
        """Whether these nodes have room and can be read, those far from the step in their short form or all in full;
        `laid` lays them out, the same ones once.
        """
        assert self.style is not None
        wide, high = room.width() / COMFORTABLE, room.height() / COMFORTABLE
        ends = len(shown) - len({self.graph.nodes[node].parent for node in shown} - {-1})
        if NARROWEST * self.style.unit * ends > wide:  # they need not be laid out
            return False
        whole = len(shown) == len(self.graph.nodes)  # before any is left out, all but the node of the step are short
        short = (set(shown) - {self.centre} if whole else self._shortened(shown)) if shortened else set()
        needed = extent(laid(tuple(shown), frozenset(short)), self.style)
        return needed.width() <= wide and needed.height() <= high

    def node_at(self, place: QPointF) -> int | None:
        """The index of the card under a position."""
        left, top, right, bottom = self._corners.T
        inside = (left <= place.x()) & (place.x() <= right) & (top <= place.y()) & (place.y() <= bottom)
        return self.shown[int(np.argmax(inside))] if inside.any() else None

    def told_at(self, place: QPointF) -> str:
        if self.above_at(place):
            return "A click shows what is above, and a double click elsewhere folds it."
        if self.columns is not None and (end := self.handle_at(place)) is not None:
            return f"{self.words_of(end)}. {UNFOLDS}" if end in self.columns.folded else FOLDS
        node = self.node_at(place)
        return "" if node is None else self.told_of(node)

    def told_of(self, node: int, goes: str = "Click to go") -> str:
        """A node in words, and what leads to its step."""
        below = 0 if self.columns is not None or node in self._open else self._below[node]
        return told(self.graph.nodes[node], below, goes)

    def meant_at(self, place: QPointF) -> Meant | None:
        node = self.node_at(place)
        return None if node is None else self.meant_by(node)

    def meant_by(self, node: int) -> Meant | None:
        """The object that a node stands for."""
        if self.graph.nodes[node].step is None and self.graph.ends_at is None:
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
        if self.columns is not None:
            return self._words_of_column(node, self.columns)
        if not self._below[node]:
            return ""
        if node in self._open:
            return "−" if node in (self._hovered, self.at) else ""
        return f"+{self._below[node]}"

    def _words_of_column(self, node: int, columns: Drawn) -> str:
        """Below the last node that is shown of a column how many are not, or that it can be folded again."""
        if self._is_unfolded(node):
            return "−" if node in columns.ends else ""
        return f"+{columns.folded[node]:,} more" if node in columns.folded else ""

    def _is_unfolded(self, node: int) -> bool:
        return (self.graph.columns[node],) in self.folds.opened

    def handle_at(self, place: QPointF) -> int | None:
        """The node whose handle is under a position."""
        if self.style is None:
            return None
        for node in self.shown:
            words = self.words_of(node)
            if words and handle(self._above_handle(node), words, self.style).contains(place):
                return node
        return None

    def _above_handle(self, node: int) -> QRectF:
        """The card of a node; of a network lower by so much that its handle hides no name."""
        low = 0.0 if self.columns is None or self.style is None else 0.5 * self.style.unit
        return self.cards[node].translated(0.0, low)

    def can_turn(self, node: int, opened: bool) -> bool:
        """Whether the branch of a node can be opened, or folded."""
        if self.columns is not None:
            return bool(self.words_of(node)) and self._is_unfolded(node) != opened
        return self._below[node] > 0 and node not in self._open if opened else node in self._open

    def turn(self, node: int) -> None:
        """Fold a node or open it; the picture follows with the next `show_graph`."""
        if self.columns is not None:
            self.folds.turn((self.graph.columns[node],), self._is_unfolded(node))
        else:
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
        nodes = self.graph.nodes if self.columns is None else self.columns.nodes
        shown = ((i, nodes[i], self.cards[i]) for i in self.shown)
        seen = [one for one in shown if self._reach(*one[1:]).intersects(option.exposedRect)]
        parts = [(node, card) for _, node, card in seen]
        paint_strokes(painter, self._strokes, self.style)
        paint_branches(painter, parts, self.graph.nodes, self.cards, self.style)
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
        if self.columns is not None:
            for unit in self.columns.bare.intersection({*self.lit, self._hovered, self.at}):
                last, gap = unit in self.columns.last, self.columns.gap
                paint_newest(painter, self.graph.nodes[unit], self.cards[unit], self.style, gap, last)
        paint_words(
            painter,
            [part for part in parts if part[0].parent >= 0 and not self.cards[part[0].parent].isNull()],
            self.style,
        )
        if self.top is not None:
            paint_button(painter, self._top_handle(self.style), self._words_above(), self.style)
        for i, _, _ in seen:
            if words := self.words_of(i):
                paint_handle(painter, self._above_handle(i), words, self.style)

    def _reach(self, node: Node, card: QRectF) -> QRectF:
        """The rectangle of a card and of the branch that leads to it."""
        return card if node.parent < 0 else card.united(self.cards[node.parent])

    def _paint_large(self, painter: QPainter, style: Style) -> None:
        """The node of the step, where nothing else can be read, as large as it must be."""
        centre = None if self.columns is not None else self.centre
        if centre is None or self.cards[centre].isNull():
            return
        node, middle = self.graph.nodes[centre], self.cards[centre].center()
        scale = LARGER * READABLE / (style.detail.pixelSize() * abs(painter.deviceTransform().m22()))
        card = laid_out(Graph((Node(node.label, node.detail, counts=node.counts),)), style)[0]
        painter.save()
        painter.translate(middle)
        painter.scale(scale, scale)
        paint_card(painter, node, card.translated(-card.center()), style)
        painter.restore()


def rows_of(graph: Graph, node: int) -> np.ndarray | None:
    """The rows that come to rest at a node or below it; None where the graph does not say."""
    if graph.ends_at is None:
        return None
    below = np.zeros(len(graph.nodes) + 1, dtype=bool)  # the last place is that of rows that rest nowhere
    below[node] = True
    for i, other in enumerate(graph.nodes):
        below[i] |= other.parent >= 0 and below[other.parent]
    return np.flatnonzero(below[graph.ends_at])
