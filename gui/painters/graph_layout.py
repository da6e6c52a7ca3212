"""How large the cards of a graph are and where they stand: a tree from the top, a network in columns."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPen

from engine.core.marks import Graph, Node
from gui.look.appearance import Appearance
from gui.painters.sheet_item import ALIKE, height_of, sheet_font, widest
from gui.painters.tidy import depths, tree_places

COMFORTABLE = 1.0
"""A drawing is folded, or says less, so far that it need not be drawn smaller than this: its words are then as large as
the numbers along an axis."""
WIDEST, SHORTEST = 260.0, 96.0
"""A longer label is cut with an ellipsis, of a card in its short form sooner, and is whole in the tool tip."""
LOW = 0.4
"""What a card with a name alone is higher than the name, in heights of the small text."""
TALL = 0.25
"""The columns of a network are at least so far apart, in parts of its height: so the lines of a tall one are seen."""
PIE, SMALL_PIE = 1.6, 1.1
"""Heights of small text across the pie of a leaf, and that of a card in its short form."""
LEVELS, CLOSE_LEVELS = 3.2, 2.2
"""Heights of small text between the levels of a tree; they are closer in presentation, where the fitted text is larger,
and where a tree would lose its root for want of room."""
UNIT = re.compile(r"(?<=\S) \([^()]*\)$")
"""The text in brackets at the end of a name."""


@dataclass(frozen=True)
class Style:
    """The fonts and lengths of a graph, all multiples of one text size."""

    look: Appearance
    label: QFont
    detail: QFont
    unit: float  # the height of the small text, of which all gaps are multiples
    label_unit: float  # that of the labels
    _widths: dict[tuple[bool, str], float] = field(default_factory=dict)
    _mixed: dict[tuple[str, str, float], QColor] = field(default_factory=dict)

    @classmethod
    def of(cls, look: Appearance) -> Style:
        label, detail = sheet_font(look.font("body", weight=600)), sheet_font(look.font("small"))
        return cls(look, label, detail, height_of(detail), height_of(label))

    def width(self, text: str, large: bool = False) -> float:
        """How wide a text is, in the font of labels if it is large; those that differ in their digits are alike.

        So nothing moves where a number changes, and each kind of text is measured once.
        """
        key = (large, text.translate(ALIKE))
        if key not in self._widths:
            self._widths[key] = widest(self.label if large else self.detail, [key[1]])
        return self._widths[key]

    def colour(self, name: str) -> QColor:
        return QColor(getattr(self.look.theme, name))

    def mixed(self, one: str, other: str, share: float) -> QColor:
        """Two colours of the theme mixed, which every node asks for; `share` is that of the other."""
        key = (one, other, share)
        if key not in self._mixed:
            theme = self.look.theme
            self._mixed[key] = theme.mixed(getattr(theme, one), getattr(theme, other), share)
        return QColor(self._mixed[key])

    def shade(self, group: int, share: float) -> QColor:
        """The colour of a class with a share of paper."""
        key = (f"class {group}", "paper", share)
        if key not in self._mixed:
            theme = self.look.theme
            self._mixed[key] = theme.mixed(QColor(theme.class_colour(group)), theme.paper, share)
        return QColor(self._mixed[key])

    def pen(self, colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        pen = QPen(colour, width * self.look.scale, style)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if style == Qt.PenStyle.DashLine else Qt.PenCapStyle.RoundCap)
        return pen


def card_size(
    node: Node, style: Style, short: bool = False, room: float = 0.0, slim: bool = False
) -> tuple[float, float]:
    """How wide and how high the card of a node is; in its short form it has no detail.

    room  how wide its words may be where that is more than usual;   slim  whether a short card has hardly a rim
    """
    label, detail = card_words(node, short)
    pie = pie_size(node, style, short)
    least, around = (1.6, 1.25 if pie else 1.0) if short else (2.5, 1.6)
    least, around = (0.0, 0.55) if short and slim else (least, around)
    wide = max(style.width(label, large=True), style.width(detail), least * style.unit)
    high = style.label_unit * (node.label.count("\n") + 1) if node.label else 0.0
    high += style.unit * (detail.count("\n") + 1) if detail else 0.0
    high += 0.7 * style.unit if node.counts and not pie else 0.0
    usual = (SHORTEST if short else WIDEST) * style.look.scale
    wide = min(wide, max(usual, room) if math.isfinite(room) else usual) + around * style.unit
    return wide + pie, max(high, pie) + (LOW if short and not node.counts else 0.9) * style.unit


def card_words(node: Node, short: bool) -> tuple[str, str]:
    """The label and the detail of a card; in its short form no detail, and of 'petal length (cm)' not the unit.

    The unit is the same wherever the feature is asked, and what is cut for it would tell two features apart.
    """
    if not short:
        return node.label, node.detail
    return UNIT.sub("", node.label) if node.label.endswith(")") else node.label, ""


def pie_size(node: Node, style: Style, short: bool) -> float:
    """How wide the pie is that shows the counts of a node where it answers with a class, beside its words; else 0."""
    return (SMALL_PIE if short else PIE) * style.unit if node.counts and node.group is not None else 0.0


def laid_out(
    graph: Graph, style: Style, shown: Sequence[int] | None = None, short: Collection[int] = (), low: bool = False
) -> list[QRectF]:
    """The rectangle of every card of a tree that hangs from (0, 0), an empty one of what is not shown.

    shown  the nodes that are, all without; with a node the one above it;   short  those in their short form
    low    whether the levels are close to each other
    """
    nodes = range(len(graph.nodes)) if shown is None else shown
    sizes = np.array([card_size(graph.nodes[i], style, i in short) for i in nodes]).reshape(-1, 2)
    place = {node: i for i, node in enumerate(nodes)}
    parents = [place.get(graph.nodes[node].parent, -1) for node in nodes]
    words = [graph.nodes[node].edge for node in nodes]
    gap = (CLOSE_LEVELS if low or style.look.presentation else LEVELS) * style.unit
    centres, tops = _tree(parents, words, sizes, style, bool(short), gap)
    cards = [QRectF()] * len(graph.nodes)
    for node, x, y, (w, h) in zip(nodes, centres.tolist(), tops.tolist(), sizes.tolist(), strict=True):
        cards[node] = QRectF(x - w / 2, y, w, h)
    return cards


def extent(cards: Sequence[QRectF], style: Style) -> QRectF:
    """The rectangle around all cards, with a little room."""
    ends = np.array([card.getCoords() for card in cards if not card.isNull()]).reshape(-1, 4)
    if not len(ends):
        return QRectF()
    (left, top), (right, bottom) = ends[:, :2].min(axis=0), ends[:, 2:].max(axis=0)
    return QRectF(left, top, right - left, bottom - top).adjusted(-style.unit, -style.unit, style.unit, style.unit)


def _tree(
    parents: Sequence[int], words: Sequence[str], sizes: np.ndarray, style: Style, close: bool, between: float
) -> tuple[np.ndarray, np.ndarray]:
    around, gap = (0.6, 0.7) if close else (1.2, 1.4)
    wide = [style.width(edge) + around * style.unit for edge in words]
    centres = tree_places(parents, np.maximum(sizes[:, 0], wide).tolist(), gap * style.unit)
    levels = depths(parents)
    heights = [sizes[levels == level, 1].max() for level in range(int(levels.max(initial=-1)) + 1)]
    tops = np.concatenate([[0.0], np.cumsum(np.array(heights) + between)])
    return centres, tops[levels]
