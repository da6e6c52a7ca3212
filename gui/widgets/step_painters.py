"""How each kind of picture of a preparation is painted, and where its parts are: a function for each, found by type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engine.data.preparing.pictures import (
    BoxPlot,
    Branches,
    Gaps,
    Histogram,
    Ladder,
    Means,
    Picture,
    Staircase,
    Strip,
    Unfolding,
)
from gui.look.theme import Theme

NEAR = 5.0
"""So far from a thin part, in pixels, it is still pointed at."""
MOST_LINES = 10
"""So many levels are written out at most."""
CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class Easel:
    """Where a picture is painted: `lit` is the part that is pointed at, −1 for none, and `line` the height of one."""

    painter: QPainter
    theme: Theme
    place: QRectF
    line: float
    lit: int = -1

    def pen(self, colour: str, width: float = 1.0, dashed: bool = False) -> None:
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        self.painter.setPen(QPen(QColor(colour), width, style))

    def fill(self, box: QRectF, colour: str | QColor) -> None:
        self.painter.fillRect(box, QColor(colour))

    def upright(self, x: float) -> None:
        """A line from top to bottom."""
        self.painter.drawLine(QPointF(x, self.place.top()), QPointF(x, self.place.bottom()))

    def across(self, values: Any, low: float, high: float) -> Any:
        """Where values of an axis from `low` to `high` lie."""
        return self.place.left() + self.place.width() * (np.asarray(values) - low) / ((high - low) or 1.0)

    def up(self, values: Any, low: float, high: float) -> Any:
        """How high values of an axis from `low` to `high` lie; 3 pixels are left free above and below."""
        room = self.place.adjusted(0, 3, 0, -3)
        return room.bottom() - room.height() * (np.asarray(values) - low) / ((high - low) or 1.0)

    def text(self, box: QRectF, words: str, colour: str, flags: Qt.AlignmentFlag = CENTRE) -> None:
        """Words in a box, cut at its end."""
        self.pen(colour)
        said = self.painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(box.width()))
        self.painter.drawText(box, flags | Qt.AlignmentFlag.AlignVCenter, said)

    def column(self, left: float, right: float) -> QRectF:
        """All of the height between two places."""
        return QRectF(left, self.place.top(), right - left, self.place.height())


def histogram(easel: Easel, shown: Histogram) -> list[QRectF]:
    """Bars; those beyond a fence in the colour of what is wrong, and the fences and cuts as lines."""
    theme, (low, high) = easel.theme, (float(shown.ends[0]), float(shown.ends[-1]))
    across, most = easel.across(shown.ends, low, high), float(shown.counts.max()) or 1.0
    least, last = shown.fences or (-np.inf, np.inf)
    bars = [easel.column(across[i], max(across[i + 1] - 1, across[i] + 1)) for i in range(len(shown.counts))]
    for i, (bar, count) in enumerate(zip(bars, shown.counts, strict=True)):
        far = shown.ends[i + 1] <= least or shown.ends[i] >= last
        colour = QColor(theme.wrong if far else theme.accent)
        lit = easel.lit == i and not len(shown.cuts)
        easel.fill(bar.adjusted(0, bar.height() * (1 - count / most), 0, 0), colour.darker(140) if lit else colour)
    for fence in shown.fences or ():
        if low < fence < high:
            easel.pen(theme.ink, dashed=True)
            easel.upright(float(easel.across(fence, low, high)))
    if not len(shown.cuts):
        return bars
    places = easel.across(shown.cuts, low, high)
    for i, x in enumerate(places):
        easel.pen(theme.ink, 3.0 if i == easel.lit else 1.0, dashed=i != easel.lit)
        easel.upright(x)
    return [easel.column(x - NEAR, x + NEAR) for x in places]


def box_plot(easel: Easel, shown: BoxPlot) -> list[QRectF]:
    """The box from quartile to quartile, whiskers, and a dot for each value far out."""
    painter, theme, middle = easel.painter, easel.theme, easel.place.center().y()
    first, median, third = easel.across(shown.quartiles, *shown.ends)
    left, right = easel.across(shown.whiskers, *shown.ends)
    half = easel.place.height() / 2 - 1
    easel.pen(theme.ink)
    painter.drawLine(QPointF(left, middle), QPointF(right, middle))
    for end in (left, right):
        painter.drawLine(QPointF(end, middle - half / 2), QPointF(end, middle + half / 2))
    painter.setBrush(QColor(theme.panel))
    painter.drawRect(QRectF(first, middle - half, third - first, 2 * half))
    easel.pen(theme.accent, 2.0)
    painter.drawLine(QPointF(median, middle - half), QPointF(median, middle + half))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.wrong))
    places = np.clip(easel.across(shown.out, *shown.ends), easel.place.left() + 3, easel.place.right() - 3)
    for i, x in enumerate(places):
        size = 5.0 if i == easel.lit else 3.0
        painter.drawEllipse(QPointF(x, middle), size, size)
    return [easel.column(x - NEAR, x + NEAR) for x in places]


def staircase(easel: Easel, shown: Staircase) -> list[QRectF]:
    """The stairs from 0 to 1, and a value going up to them and over to its share."""
    theme, low, high = easel.theme, float(shown.values[0]), float(shown.values[-1])
    across, up = easel.across(shown.values, low, high), easel.up(shown.shares, 0, 1)
    start = [QPointF(across[0], float(easel.up(0, 0, 1)))]
    stairs = [QPointF(x, y) for i, x in enumerate(across) for y in ((up[i - 1] if i else start[0].y()), up[i])]
    easel.pen(theme.line)
    for level in (0.0, 1.0):
        y = float(easel.up(level, 0, 1))
        easel.painter.drawLine(QPointF(easel.place.left(), y), QPointF(easel.place.right(), y))
    easel.pen(theme.accent, 1.5)
    easel.painter.drawPolyline(QPolygonF(start + stairs))
    value, share = (shown.value, shown.share) if easel.lit < 0 else (shown.values[easel.lit], shown.shares[easel.lit])
    if np.isfinite(value):
        x, y = float(easel.across(np.clip(value, low, high), low, high)), float(easel.up(share, 0, 1))
        easel.pen(theme.wrong, 1.5, dashed=True)
        corner = QPointF(x, y)
        easel.painter.drawPolyline(
            QPolygonF([QPointF(x, easel.place.bottom()), corner, QPointF(easel.place.left(), y)])
        )
    ends = [*((across[1:] + across[:-1]) / 2), easel.place.right()]
    return [easel.column(left, right) for left, right in zip([easel.place.left(), *ends[:-1]], ends, strict=True)]


def gaps(easel: Easel, shown: Gaps) -> list[QRectF]:
    """A row of cells for each band of rows; filled gaps and gaps that stay are of two colours."""
    theme, place = easel.theme, easel.place.adjusted(0, 0, 0, -easel.line)
    rows, columns = shown.cells.shape
    wide, high = place.width() / max(columns, 1), place.height() / max(rows, 1)
    colours = (theme.line, theme.accent, theme.wrong)
    boxes = [easel.column(place.left() + j * wide, place.left() + (j + 1) * wide - 1) for j in range(columns)]
    for j, box in enumerate(boxes):
        easel.fill(QRectF(box.left(), place.top(), box.width(), place.height()), colours[0])
        for i in np.flatnonzero(shown.cells[:, j]):
            top = place.top() + i * high
            easel.fill(QRectF(box.left(), top, box.width(), max(high, 1.5)), colours[shown.cells[i, j]])
        if wide > 30:
            colour = theme.ink if j == easel.lit else theme.quiet
            easel.text(QRectF(box.left(), place.bottom(), box.width() - 2, easel.line), shown.names[j], colour)
        if j == easel.lit:
            easel.pen(theme.ink)
            easel.painter.setBrush(Qt.BrushStyle.NoBrush)
            easel.painter.drawRect(QRectF(box.left(), place.top(), box.width(), place.height() - 1))
    return boxes


def _lines(easel: Easel, names: tuple[str, ...]) -> list[QRectF]:
    """A line for each name that is written out; below them how many are not."""
    count = min(len(names), MOST_LINES)
    top, line = easel.place.top(), easel.line
    boxes = [QRectF(easel.place.left(), top + i * line, easel.place.width(), line) for i in range(count)]
    if len(names) > count:
        rest = QRectF(easel.place.left(), top + count * line, easel.place.width(), line)
        easel.text(rest, f"… {len(names) - count:,} more", easel.theme.quiet, Qt.AlignmentFlag.AlignLeft)
    return boxes


def unfolding(easel: Easel, shown: Unfolding) -> list[QRectF]:
    """The levels below each other, and beside each the 0 and 1 that it becomes."""
    theme, boxes, lit = easel.theme, _lines(easel, shown.levels), easel.lit if easel.lit >= 0 else shown.at
    names = easel.place.width() * 0.45
    codes = min(len(shown.codes(0)), MOST_LINES) if shown.levels else 0
    wide = min((easel.place.width() - names) / max(codes, 1), 1.4 * easel.line)
    for i, box in enumerate(boxes):
        name = QRectF(box.left(), box.top(), names - 4, box.height())
        easel.text(name, f"{shown.levels[i]} →", theme.ink if i == lit else theme.quiet, Qt.AlignmentFlag.AlignLeft)
        for j, code in enumerate(shown.codes(i)[:codes]):
            cell = QRectF(box.left() + names + j * wide, box.top() + 1, wide - 2, box.height() - 2)
            easel.fill(cell, theme.accent if code else theme.line)
            easel.text(cell, str(code), theme.paper if code else theme.quiet)
        if i == lit:
            easel.pen(theme.ink)
            easel.painter.setBrush(Qt.BrushStyle.NoBrush)
            easel.painter.drawRect(QRectF(box.left() + names - 1, box.top(), codes * wide, box.height() - 1))
    return boxes


def ladder(easel: Easel, shown: Ladder) -> list[QRectF]:
    """Rungs between two rails, the highest on top, each with its rank and its name."""
    theme, lit = easel.theme, easel.lit if easel.lit >= 0 else shown.at
    boxes = _lines(easel, shown.levels)
    boxes = boxes[::-1] if len(boxes) == len(shown.levels) else boxes
    left, right = easel.place.left() + 1.6 * easel.line, easel.place.left() + 4.0 * easel.line
    for i, box in enumerate(boxes):
        colour, y = theme.accent if i == lit else theme.ink, box.center().y()
        easel.text(QRectF(box.left(), box.top(), 1.4 * easel.line, box.height()), str(i), colour)
        easel.pen(colour, 3.0 if i == lit else 1.5)
        easel.painter.drawLine(QPointF(left, y), QPointF(right, y))
        name = QRectF(right + 6, box.top(), box.right() - right - 6, box.height())
        easel.text(name, shown.levels[i], colour, Qt.AlignmentFlag.AlignLeft)
    easel.pen(theme.quiet, 2.0)
    for x in (left, right):
        easel.upright(x)
    return boxes


def branches(easel: Easel, shown: Branches) -> list[QRectF]:
    """The tree from its root down; the path that is pointed at is lit, else the first."""
    theme, leaves = easel.theme, max(len(shown.paths), 1)
    deep = max((node[1] for node in shown.nodes), default=0) + 1
    high, wide = easel.place.height() / deep, easel.place.width() / leaves
    lit = set(shown.paths[max(easel.lit, 0)]) if shown.paths else set()
    at = [
        QPointF(easel.place.left() + (x + 0.5) * wide, easel.place.top() + (depth + 0.5) * high)
        for _, depth, x, _ in shown.nodes
    ]
    for i, (_, _, _, parent) in enumerate(shown.nodes):
        if parent >= 0:
            on = i in lit
            easel.pen(theme.accent if on else theme.quiet, 2.5 if on else 1.0)
            half = QPointF(0, easel.line / 2)
            easel.painter.drawLine(at[parent] + half, at[i] - half)
    for i, (name, *_) in enumerate(shown.nodes):
        room = QRectF(at[i].x() - wide / 2, at[i].y() - easel.line / 2, wide, easel.line)
        easel.text(room, name, theme.accent if i in lit else theme.ink)
    return [easel.column(easel.place.left() + i * wide, easel.place.left() + (i + 1) * wide) for i in range(leaves)]


def means(easel: Easel, shown: Means) -> list[QRectF]:
    """A dot for the mean of each bin, joined; c is dashed."""
    theme, low, high = easel.theme, float(shown.ends[0]), float(shown.ends[-1])
    across = easel.across(shown.ends, low, high)
    up = easel.up(shown.means, float(np.nanmin(shown.means)), float(np.nanmax(shown.means)))
    dots = [QPointF((across[i] + across[i + 1]) / 2, up[i]) for i in np.flatnonzero(~np.isnan(up))]
    if low < shown.c < high:
        easel.pen(theme.ink, dashed=True)
        easel.upright(float(easel.across(shown.c, low, high)))
    easel.pen(theme.accent, 1.5)
    easel.painter.drawPolyline(QPolygonF(dots))
    boxes = [easel.column(across[i], across[i + 1]) for i in range(len(shown.means))]
    easel.painter.setBrush(QColor(theme.accent))
    for dot in dots:
        size = 5.0 if easel.lit >= 0 and boxes[easel.lit].left() < dot.x() < boxes[easel.lit].right() else 3.0
        easel.painter.drawEllipse(dot, size, size)
    return boxes


def strip(easel: Easel, shown: Strip) -> list[QRectF]:
    """A field for each row, or band of rows: what is learnt from is filled."""
    theme, wide = easel.theme, easel.place.width() / max(len(shown.learning), 1)
    boxes = [
        easel.column(easel.place.left() + i * wide, easel.place.left() + (i + 1) * wide)
        for i in range(len(shown.learning))
    ]
    for box, on in zip(boxes, shown.learning, strict=True):
        easel.fill(box, theme.accent if on else theme.line)
    return boxes


Paint = Callable[[Easel, Any], list[QRectF]]
PAINTERS: dict[type, tuple[Paint, Callable[[Any], float]]] = {
    Histogram: (histogram, lambda _: 3.4),
    BoxPlot: (box_plot, lambda _: 1.4),
    Staircase: (staircase, lambda _: 6.0),
    Gaps: (gaps, lambda _: 7.0),
    Unfolding: (unfolding, lambda shown: min(len(shown.levels), MOST_LINES + 1)),
    Ladder: (ladder, lambda shown: min(len(shown.levels), MOST_LINES + 1)),
    Branches: (branches, lambda shown: 2.0 * (1 + max((node[1] for node in shown.nodes), default=0))),
    Means: (means, lambda _: 5.0),
    Strip: (strip, lambda _: 0.8),
}
"""How each is painted, and how high it is, in lines of small text."""


def paint(easel: Easel, shown: Picture) -> list[QRectF]:
    """Paint a picture; where its parts are, one after the other."""
    return PAINTERS[type(shown)][0](easel, shown)


def height_of(shown: Picture) -> float:
    """In lines of small text."""
    return PAINTERS[type(shown)][1](shown)
