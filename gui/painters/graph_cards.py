"""What the nodes of a graph look like: cards with their words, small blocks from afar, and the handles of folds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from engine.base.words import counted, figure, plain_figure
from engine.core.marks import Node
from gui.painters.graph_layout import Style, card_words, pie_size
from gui.painters.sheet_item import legible

LIT = ("focus", "path")
ELIDE, ELIDE_SHORT = Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideMiddle
"""A short card keeps both ends of its label, as a number may stand at its end."""
DEEPEST = 0.5
"""The share of colour in the tint of a node whose value is as large as can be: words on it can be read."""
SLIM = 0.25
"""Beside the words of a slim card there is so much room, in heights of the small text."""
SHADES = 32
"""Tints of a value."""
READABLE = 6.5
"""Words lower than this many pixels on the screen are left out, and a card is a block of colour."""


def readable(painter: QPainter, style: Style) -> bool:
    """Whether the small words of a graph can be read at the painter's scale."""
    return legible(painter, style.detail, READABLE)


def paint_block(painter: QPainter, node: Node, card: QRectF, style: Style) -> None:
    """A node from afar: its colour, and a rim if it is lit."""
    colour = style.mixed("quiet", "paper", 0.55) if node.group is None else style.shade(node.group, 0.25)
    if node.level is not None and node.group is None:
        colour = _tint(node.level, style, 1.0)
    painter.fillRect(card, colour)
    if node.role in LIT:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_border(node, style))
        painter.drawRect(card)


def paint_card(painter: QPainter, node: Node, card: QRectF, style: Style, short: bool = False) -> None:
    """A rounded card with its label, its detail and its counts; in its short form without the detail."""
    outline = rounded(card, 0.45 * style.unit)
    painter.fillPath(outline, _fill(node, style))
    painter.strokePath(outline, _border(node, style))
    side = (0.5 if short else 0.8) * style.unit
    if short and card.width() - style.width(node.label, large=True) < 2 * side:  # a slim one, or a name that is cut
        side = SLIM * style.unit
    inner = card.adjusted(side, 0.45 * style.unit, -side, -0.45 * style.unit)
    if pie := pie_size(node, style, short):
        place = QRectF(card.left() + 0.45 * style.unit, card.center().y() - pie / 2, pie, pie)
        paint_pie(painter, node.counts, place, style)
        inner.setLeft(place.right() + 0.3 * style.unit)
    label, detail = card_words(node, short)
    if not detail and not node.counts:
        inner.setTop(card.center().y() - style.label_unit * (label.count("\n") + 1) / 2)
    for text, font, colour, unit, struck in (
        (label, style.label, "ink", style.label_unit, node.struck == "all"),
        (detail, style.detail, "quiet" if node.level is None else "ink", style.unit, bool(node.struck)),
    ):
        if text:
            elide = ELIDE_SHORT if short else ELIDE
            _paint_text(painter, text, inner, font, style.colour(colour), elide, style, struck)
            inner.setTop(inner.top() + unit * (text.count("\n") + 1))
    if node.counts and not pie:
        top = card.bottom() - 0.85 * style.unit
        paint_counts(painter, node.counts, QRectF(inner.left(), top, inner.width(), 0.4 * style.unit), style)


def paint_counts(painter: QPainter, counts: Sequence[float], place: QRectF, style: Style) -> None:
    """How many of each class, as one bar in class colours."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    left, total = place.left(), sum(counts) or 1.0
    for code, count in enumerate(counts):
        width = place.width() * count / total
        path = QPainterPath()
        path.addRect(QRectF(left, place.top(), width, place.height()))
        painter.fillPath(path, QColor(style.look.theme.class_colour(code)))
        left += width
    painter.restore()


def paint_pie(painter: QPainter, counts: Sequence[float], place: QRectF, style: Style) -> None:
    """The share of each class, as slices in class colours, clockwise from the top."""
    start, total = 90.0, sum(counts) or 1.0
    for code, count in enumerate(counts):
        path = QPainterPath(place.center())
        path.arcTo(place, start, -360.0 * count / total)
        painter.fillPath(path, QColor(style.look.theme.class_colour(code)))
        start -= 360.0 * count / total


def _paint_text(
    painter: QPainter,
    text: str,
    place: QRectF,
    font: QFont,
    colour: QColor,
    elide: Qt.TextElideMode,
    style: Style,
    struck: bool = False,
) -> None:
    metrics = QFontMetricsF(font)
    painter.setFont(struck_out(font) if struck else font)
    painter.setPen(colour)
    for i, line in enumerate(text.split("\n")):
        fits = style.width(line, font is style.label) <= place.width() + 1.0
        cut = line if fits else metrics.elidedText(line, elide, place.width() + 1.0)
        row = QRectF(place.left(), place.top() + i * metrics.lineSpacing(), place.width(), metrics.lineSpacing())
        painter.drawText(row, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, cut)


def struck_out(font: QFont) -> QFont:
    """The same font with a line through it."""
    lined = QFont(font)
    lined.setStrikeOut(True)
    return lined


def _fill(node: Node, style: Style) -> QColor:
    """Paper; thinned, the colour of its class for a node that answers with one, of a mistake for a wrong one."""
    if node.role == "wrong":
        return style.mixed("wrong", "paper", 0.78)
    if node.group is not None:
        return style.shade(node.group, 0.82 - DEEPEST * _stepped(node.level or 0.0))
    return style.colour("panel") if node.level is None else _tint(node.level, style, DEEPEST)


def _tint(level: float, style: Style, deepest: float) -> QColor:
    """In the colours of the lines: of what is above 0, and of what is below."""
    return style.shade(0 if level >= 0 else 3, 1.0 - deepest * _stepped(level))


def _stepped(level: float) -> float:
    """How large a value is, in so many steps that the shades are mixed once and not at each painting."""
    return round(SHADES * min(abs(level), 1.0)) / SHADES


def _border(node: Node, style: Style) -> QPen:
    if node.role in LIT:
        return style.pen(faded(style, node.share), 2.5 if node.role == "focus" else 1.75)
    colour = style.colour("wrong") if node.role == "wrong" else style.mixed("quiet", "paper", 0.35)
    return style.pen(colour, 1.0, Qt.PenStyle.DashLine if node.role == "ghost" else Qt.PenStyle.SolidLine)


def faded(style: Style, share: float) -> QColor:
    """The accent, paler the less of an example goes there, and never so pale that nothing is seen."""
    return style.mixed("accent", "paper", 0.75 * (1.0 - min(share, 1.0)))


def rounded(place: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(place, radius, radius)
    return path


def branch(above: QRectF, below: QRectF, unit: float) -> QPainterPath:
    """A line from the foot of one card to the head of another, upright at both ends; the words stand on its end."""
    start, end = QPointF(above.center().x(), above.bottom()), QPointF(below.center().x(), below.top())
    turn = QPointF(end.x(), end.y() - 1.1 * unit)
    middle = (start.y() + turn.y()) / 2
    path = QPainterPath(start)
    path.cubicTo(QPointF(start.x(), middle), QPointF(turn.x(), middle), turn)
    path.lineTo(end)
    return path


def paint_branches(
    painter: QPainter,
    seen: Sequence[tuple[Node, QRectF]],
    nodes: Sequence[Node],
    cards: Sequence[QRectF],
    style: Style,
) -> None:
    """The lines from parents to the children that are seen; those of the path last, on top."""
    plain, lit = QPainterPath(), dict[float, QPainterPath]()
    for node, card in seen:
        if node.parent >= 0 and not cards[node.parent].isNull():
            on = node.role in LIT and nodes[node.parent].role in LIT
            into = lit.setdefault(node.share, QPainterPath()) if on else plain
            into.addPath(branch(cards[node.parent], card, style.unit))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(plain, style.pen(style.mixed("quiet", "paper", 0.35), 1.25))
    for share, path in sorted(lit.items()):
        painter.strokePath(path, style.pen(faded(style, share), 1.0 + 1.5 * share))


def paint_words(painter: QPainter, seen: Sequence[tuple[Node, QRectF]], style: Style) -> None:
    """The question of a branch, on a label just above the child."""
    painter.setFont(style.detail)
    for node, card in seen:
        if node.parent >= 0 and node.edge:
            wide = style.width(node.edge) + 0.6 * style.unit
            place = QRectF(card.center().x() - wide / 2, card.top() - 1.75 * style.unit, wide, style.unit * 1.15)
            painter.fillPath(rounded(place, 0.2 * style.unit), style.colour("paper"))
            painter.setPen(style.colour("ink"))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, node.edge)


# -- handles -----------------------------------------------------------------------------------------------------------


def handle(card: QRectF, words: str, style: Style) -> QRectF:
    """Where the handle of a fold sits: on the lower edge of the card."""
    wide = max(style.width(words) + 0.9 * style.unit, 1.2 * style.unit)
    return QRectF(card.center().x() - wide / 2, card.bottom() - 0.4 * style.unit, wide, 1.2 * style.unit)


def paint_handle(painter: QPainter, card: QRectF, words: str, style: Style) -> None:
    """A small button: "+37" opens a branch of so many nodes, "−" folds it."""
    paint_button(painter, handle(card, words, style), words, style)


def paint_button(painter: QPainter, place: QRectF, words: str, style: Style) -> None:
    """Words in a rounded frame in the accent colour."""
    outline = rounded(place, place.height() / 2)
    painter.fillPath(outline, style.colour("paper"))
    painter.strokePath(outline, style.pen(style.colour("accent"), 1.0))
    painter.setFont(style.detail)
    painter.setPen(style.colour("accent"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)


def paint_cursor(painter: QPainter, card: QRectF, style: Style) -> None:
    """The keyboard's cursor: a dashed frame of ink around a card, whatever its own frame says."""
    out = 0.4 * style.unit
    painter.strokePath(
        rounded(card.adjusted(-out, -out, out, out), 0.75 * style.unit),
        style.pen(style.colour("ink"), 2.0, Qt.PenStyle.DashLine),
    )


def told(node: Node, below: int = 0, goes: str = "Click to go") -> str:
    """A node in words, whole, for its tool tip; `goes` says what leads to its step."""
    counts = ", ".join(map(plain_figure, node.counts))
    part = "" if node.share == 1.0 or node.role != "path" else f"{figure(node.share)} of the example comes here"
    way = "" if node.step is None else f"{goes} to step {node.step}, which looks at it, and to light its rows."
    hidden = f"{counted(below, 'node')} below: + opens the branch" if below else ""
    label, detail = node.label, node.detail
    if node.struck and (label if node.struck == "all" else detail):
        label, detail = (f"{label} (struck out)", detail) if node.struck == "all" else (label, f"struck out: {detail}")
    told = (label, detail, part, counts and f"examples of each class: {counts}", way, hidden)
    return "\n".join(part for part in told if part)
