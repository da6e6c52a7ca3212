"""A network in its columns, for the room there is: whole cards, brief ones, or names alone; what is too many is folded.

All of it can be read: where cards with every number have no room, each unit keeps its newest two, which are what it
says and its δ once that is known, or its newest, or only its name and the tint of its value, and the numbers of the
units that are lit or pointed at stand beside them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from engine.core.marks import Graph, Node
from gui.painters.folds import Key
from gui.painters.graph_cards import rounded
from gui.painters.graph_layout import LOW, SHORTEST, TALL, Style, card_size, card_words
from gui.painters.tidy import column_places

COMFORTABLE = 0.7
"""A network says less, and shortens its names, so far that it need not be drawn smaller than this."""
APART, CLOSEST, TIGHT, TIGHTEST, LARGEST = 8.0, 3.0, 1.0, 0.7, 1.6
"""Gaps between columns, in heights of the small text: usual ones, the least, those where names would else be smaller
than the numbers along an axis, and those where they would be so even then; and how far a drawing is enlarged."""
BUTTONS, AROUND = 3.5, 2.0
"""The room that buttons above the columns take, and the rim, in heights of the small text."""
FEWEST, MOST = 3, 128
"""A folded column shows so many of its nodes at least; one that is unfolded no more than this."""
LARGE = 0.75
"""In presentation, where text is large, a column is folded, and a name is cut, only where all would be so much smaller
than comfortable."""
ALMOST, SPARE = 0.98, 1.02
"""What is nearly as large as there is room for is taken; buttons that are enlarged leave so much less than is reckoned
with."""
BETWEEN, ROOMY = 0.25, 0.7
"""The gap between the nodes of a column, in heights of the small text, where there is only so much room, and else."""
CUT = (2.2, 1.6, 1.3, 1.0, 0.8, 0.7, 0.6, 0.45)
"""Names are broken or cut to these parts of the shortest usual width, one after the other, until there is room; they
are wider than that only where the columns stay as far apart as usual."""
SHORTER = (0.36, 0.3)
"""The same for many columns in a narrow pane."""


@dataclass(frozen=True)
class Drawn:
    """How a network is drawn.

    nodes   by their number, those that are shown, with the words that they have room for
    cards   a rectangle for every node of the graph, an empty one of those that are not shown
    folded  by the last node that is shown of a column, how many are not
    ends    the last node that is shown of each column;   last  all of the last column
    short   those of which the name alone is shown;   bare  those of them that have a number
    gap     how far the columns are apart
    """

    nodes: dict[int, Node]
    cards: list[QRectF]
    folded: dict[int, int]
    ends: frozenset[int]
    last: frozenset[int]
    short: frozenset[int]
    bare: frozenset[int]
    gap: float


@dataclass(frozen=True)
class Form:
    """What the cards of a column tell: every number, the newest two, the newest, or none.

    wide  how wide names may be: longer ones are cut;   wraps  whether in two lines
    breaks  whether they are broken into lines instead, words too;   slim  whether cards have hardly a rim
    """

    tells: Literal["all", "two", "newest", "name"]
    wide: float = float("inf")
    wraps: bool = False
    breaks: bool = False
    slim: bool = False

    def of(self, node: Node, style: Style) -> Node:
        """A node with the words that it is to have."""
        detail = {"all": node.detail, "two": newest(node, 2), "newest": newest(node), "name": ""}[self.tells]
        if style.width(node.label, large=True) <= self.wide:
            return node if detail == node.detail else replace(node, detail=detail)
        if self.breaks:
            named, _ = card_words(node, self.tells == "name")
            return replace(node, label="\n".join(_broken(style, self.wide, named)), detail=detail)
        first, _, second = node.label.partition(" ")
        lines = (first, second) if self.wraps and second else (node.label,)
        return replace(node, label="\n".join(_cut(style, self.wide, line) for line in lines), detail=detail)


LEAST = 4
"""A word of so few letters is not parted."""
Columns = Sequence[Sequence[int]]
"""The nodes of each column that are shown."""


def drawn(graph: Graph, style: Style, room: QSizeF | None, opened: Collection[Key]) -> Drawn:
    """The most that can be read in the room; without one, everything.   opened  the columns that are unfolded"""
    if room is None:
        kept = _columns(graph)
        return _placed(graph, style, _told(graph, style, kept, [Form("all")] * len(kept)), room)
    told = _large(graph, style, room, opened) or _large(graph, style, room, opened, TIGHT)
    if told is None and not style.look.presentation:
        told = _large(graph, style, room, opened, TIGHT, cut=True)
        told = told or _large(graph, style, room, opened, TIGHT, cut=True, slim=True)
        told = told or _large(graph, style, room, opened, TIGHTEST, cut=True, slim=True)
    told = told or _small(graph, style, room, opened)
    return _placed(graph, style, told, room)


def _large(
    graph: Graph,
    style: Style,
    room: QSizeF,
    opened: Collection[Key],
    closest: float = CLOSEST,
    cut: bool = False,
    slim: bool = False,
) -> Told | None:
    """The most in which names are as large as the numbers along an axis; None if nothing is.

    closest  how near the columns may be;   cut  whether names may be cut;   slim  whether cards are slim
    """
    least = _tick(style)
    kept = _fitted(graph, style, room, opened, least)
    for forms in _choices(graph, style, kept, room, slim):
        cards = _told(graph, style, kept, forms)
        shown = (pair for own in cards.nodes for pair in own.items())
        whole = cut or not any("…" in node.label and "…" not in graph.nodes[i].label for i, node in shown)
        if whole and _scale(graph, style, cards, room, _apart(forms, style, closest)) >= least:
            return cards
    return None


def _small(graph: Graph, style: Style, room: QSizeF, opened: Collection[Key]) -> Told:
    """The most in which all can be read, with names that are cut if need be."""
    kept = _fitted(graph, style, room, opened, _least(style))
    names = _room(graph, style, room).height() / (max(map(len, kept)) * _row(style))
    for forms in _choices(graph, style, kept, room):
        cards = _told(graph, style, kept, forms)
        whole = all(form.breaks and form.tells == "name" for form in forms)
        least = _least(style) if whole else COMFORTABLE
        if _scale(graph, style, cards, room, _apart(forms, style)) >= min(least, ALMOST * names):
            break
    return cards


def _tick(style: Style) -> float:
    """How large all is drawn where names are as large as the numbers along an axis."""
    return SPARE * style.detail.pixelSize() / style.label.pixelSize()


def _apart(forms: Sequence[Form], style: Style, closest: float = CLOSEST) -> float:
    """How far the columns must be apart: as usual where names may be wider than usual in short cards."""
    roomy = any(SHORTEST * style.look.scale < form.wide < float("inf") for form in forms)
    return APART if roomy else closest


def _choices(graph: Graph, style: Style, kept: Columns, room: QSizeF, slim: bool = False) -> Iterator[list[Form]]:
    """What each column may tell, less and less of it; of what has no room at a glance nothing need be measured."""
    most, two = max(map(len, kept)), style.label_unit + style.unit
    if sum(map(len, kept)) == len(graph.nodes) and most * two * COMFORTABLE <= room.height():
        yield [Form("all")] * len(kept)
        yield [Form("two")] * len(kept)
        yield [Form("newest")] * len(kept)
    few = [len(column) * 2 <= most or len(column) <= FEWEST for column in kept]
    if slim:
        for share in (*CUT, *SHORTER):
            yield [Form("name", SHORTEST * style.look.scale * share, one, slim=True) for one in few]
        return
    for tells in ("newest", "name"):
        for share in CUT:
            wide = SHORTEST * style.look.scale * share
            yield [Form(tells if one else "name", wide, breaks=True) for one in few]
            if tells == "name":  # a column of few has room for further lines, and leaves its width to the others
                usual = SHORTEST * style.look.scale
                yield [Form(tells, min(wide, usual) if one else usual, breaks=True) for one in few]
            yield [Form(tells, wide, True) if one else Form("name", wide) for one in few]
    yield [Form("name", wide, breaks=one) for one in few]


def _columns(graph: Graph) -> list[list[int]]:
    """The nodes of each column."""
    columns: list[list[int]] = [[] for _ in range(max(graph.columns) + 1)]
    for node, column in enumerate(graph.columns):
        columns[column].append(node)
    return columns


def _fitted(graph: Graph, style: Style, room: QSizeF, opened: Collection[Key], least: float) -> Columns:
    """Those that have room below each other where all is drawn so much smaller."""
    columns = _columns(graph)
    row, high = _row(style), _room(graph, style, room).height() / least
    most = max(int((high - 1.2 * style.unit) // row), FEWEST)
    fits = [len(nodes) if len(nodes) * row <= high else most for nodes in columns]
    return [nodes[: MOST if (column,) in opened else fits[column]] for column, nodes in enumerate(columns)]


def _least(style: Style) -> float:
    """How small all is drawn before something is left out."""
    return COMFORTABLE * (LARGE if style.look.presentation else 1.0)


def _row(style: Style) -> float:
    """How high a card with a name alone is, with the gap below it."""
    return style.label_unit + (LOW + BETWEEN) * style.unit


def _cut(style: Style, wide: float, words: str) -> str:
    if style.width(words, large=True) <= wide:
        return words
    return QFontMetricsF(style.label).elidedText(words, Qt.TextElideMode.ElideRight, wide)


def _broken(style: Style, wide: float, words: str) -> list[str]:
    """Lines that are no wider, each of as many words as it has room for; a longer word is parted by hyphens."""
    lines = [""]
    for word in words.split():
        if lines[-1] and style.width(f"{lines[-1]} {word}", large=True) > wide:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
        while style.width(lines[-1], large=True) > wide and len(lines[-1]) > LEAST:
            line = lines.pop()
            at = next((n for n in range(len(line) - 2, 1, -1) if style.width(f"{line[:n]}-", large=True) <= wide), 2)
            lines += [f"{line[:at]}-", line[at:]]
    return lines


def newest(node: Node, lines: int = 1) -> str:
    """The last lines of what is told of a node: what has been found of it last."""
    return "\n".join(node.detail.split("\n")[-lines:])


def _room(graph: Graph, style: Style, room: QSizeF) -> QSizeF:
    """Remaining width for the columns, in pixels."""
    rim = AROUND * style.unit
    return QSizeF(room.width() - rim, room.height() - rim - (BUTTONS * style.unit if graph.controls else 0.0))


@dataclass(frozen=True)
class Told:
    """What the cards tell, and with that how large they are.

    nodes  of each column, with their numbers;   sizes  (m, 2) of each column how wide and how high its cards are
    short  those that tell their names alone;    alike  whether all columns tell as much
    between  the gap between the cards of a column;   closest  the least one between columns
    """

    nodes: list[dict[int, Node]]
    sizes: list[np.ndarray]
    short: frozenset[int]
    alike: bool
    between: float
    closest: float


def _told(graph: Graph, style: Style, kept: Columns, forms: Sequence[Form]) -> Told:
    pairs = list(zip(kept, forms, strict=True))
    nodes = [{i: form.of(graph.nodes[i], style) for i in own} for own, form in pairs]
    sizes = [
        np.array([card_size(node, style, form.tells == "name", form.wide, form.slim) for node in own.values()]).reshape(
            -1, 2
        )
        for own, (_, form) in zip(nodes, pairs, strict=True)
    ]
    between = BETWEEN if any(form.tells == "name" for form in forms) else ROOMY
    short = frozenset(i for own, form in pairs if form.tells == "name" for i in own)
    closest = TIGHTEST if any(form.slim for form in forms) else TIGHT
    return Told(nodes, sizes, short, len(set(forms)) == 1, between * style.unit, closest * style.unit)


def _scale(graph: Graph, style: Style, told: Told, room: QSizeF, apart: float) -> float:
    """How large it can be drawn with its columns so far apart; all units are taken as tall as the tallest, so that a
    step more changes nothing."""
    sizes, left = told.sizes, _room(graph, style, room)
    tall = max((float(own[:, 1].max(initial=0.0)) for own in sizes[1:]), default=0.0) if told.alike else 0.0
    heights = [max(float(own[:, 1].max(initial=0.0)), tall if number else 0.0) for number, own in enumerate(sizes)]
    high = max(len(own) * (height + told.between) for own, height in zip(sizes, heights, strict=True))
    wide = sum(float(own[:, 0].max(initial=0.0)) for own in sizes) + apart * style.unit * (len(sizes) - 1)
    return min(left.width() / wide, left.height() / high)


def _placed(graph: Graph, style: Style, told: Told, room: QSizeF | None) -> Drawn:
    """Columns side by side, as far apart as there is room for, and stacked."""
    nodes = {i: node for own in told.nodes for i, node in own.items()}
    sizes = np.concatenate(told.sizes)
    columns = np.repeat(np.arange(len(told.nodes)), [len(own) for own in told.nodes])
    between = style.unit if room is None else told.between
    middles = column_places(columns.tolist(), sizes[:, 1].tolist(), between)
    wide = np.array([own[:, 0].max(initial=0.0) for own in told.sizes])
    gap = _gap(graph, style, wide, float(np.ptp(middles)) + float(sizes[:, 1].max()), room, told.closest)
    centres = (np.concatenate([[0.0], np.cumsum(wide + gap)])[:-1] + wide / 2)[columns]
    cards = [QRectF()] * len(graph.nodes)
    for node, x, y, (w, h) in zip(nodes, centres.tolist(), middles.tolist(), sizes.tolist(), strict=True):
        cards[node] = QRectF(x - w / 2, y - h / 2, w, h)
    whole = np.bincount(graph.columns, minlength=len(told.nodes)).tolist()
    ends = [max(own, default=-1) for own in told.nodes]
    folded = {end: most - len(own) for end, own, most in zip(ends, told.nodes, whole, strict=True) if len(own) < most}
    bare = frozenset(i for i in told.short if graph.nodes[i].detail)
    return Drawn(nodes, cards, folded, frozenset(ends), frozenset(told.nodes[-1]), told.short, bare, gap)


def _gap(graph: Graph, style: Style, wide: np.ndarray, high: float, room: QSizeF | None, tightest: float) -> float:
    """Between the columns: so wide that the lines of a tall network are seen, as far as there is room."""
    usual = max(APART * style.unit, TALL * high)
    if room is None or len(wide) < 2:
        return usual
    left = _room(graph, style, room)
    least = (left.width() / _tick(style) - float(wide.sum())) / (len(wide) - 1)  # with names as large as they must be
    closest = float(np.clip(least, tightest, CLOSEST * style.unit))
    scale = min(left.height() / high, LARGEST)
    most = (left.width() / scale - float(wide.sum())) / (len(wide) - 1)
    return float(np.clip(most, closest, usual))


def paint_newest(painter: QPainter, node: Node, card: QRectF, style: Style, gap: float, before: bool) -> None:
    """The newest number of a node that has none on its card, in the gap beside it; `before` it in the last column."""
    words = newest(node)
    if style.width(words) + 0.6 * style.unit > gap:
        words = words.rpartition("= ")[2]
    wide = style.width(words) + 0.4 * style.unit
    left = card.left() - wide - 0.1 * style.unit if before else card.right() + 0.1 * style.unit
    place = QRectF(left, card.center().y() - 0.6 * style.unit, wide, 1.2 * style.unit)
    painter.fillPath(rounded(place, 0.2 * style.unit), style.colour("paper"))
    painter.setFont(style.detail)
    painter.setPen(style.colour("ink"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
