"""How each kind of picture of a preparation is painted, and where its parts are: a function for each, found by type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPolygonF

from engine.data.preparing.level_pictures import Bag, Branches, Ladder, Unfolding
from engine.data.preparing.pictures import (
    MORPH_STEPS,
    BoxPlot,
    Gaps,
    Histogram,
    Means,
    Morph,
    Picture,
    Staircase,
    Strip,
)
from gui.widgets.easel import Easel
from gui.widgets.level_painters import MOST_LINES, bag, branches, ladder, unfolding

NEAR = 5.0
"""So far from a thin part, in pixels, it is still pointed at."""


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


def morph(easel: Easel, shown: Morph) -> list[QRectF]:
    """The shape as far on its way as the mouse is from left to right; at rest it has arrived."""
    counts = shown.at(MORPH_STEPS if easel.lit < 0 else easel.lit)
    most, wide = float(counts.max()) or 1.0, easel.place.width() / len(counts)
    for i, count in enumerate(counts):
        bar = easel.column(easel.place.left() + i * wide, easel.place.left() + (i + 1) * wide - 1)
        easel.fill(bar.adjusted(0, bar.height() * (1 - count / most), 0, 0), easel.theme.accent)
    part = easel.place.width() / (MORPH_STEPS + 1)
    lefts = [easel.place.left() + i * part for i in range(MORPH_STEPS + 1)]
    return [easel.column(left, left + part) for left in lefts]


Paint = Callable[[Easel, Any], list[QRectF]]
PAINTERS: dict[type, tuple[Paint, Callable[[Any], float]]] = {
    Histogram: (histogram, lambda _: 3.4),
    BoxPlot: (box_plot, lambda _: 1.4),
    Staircase: (staircase, lambda _: 6.0),
    Gaps: (gaps, lambda _: 7.0),
    Unfolding: (unfolding, lambda shown: min(len(shown.levels), MOST_LINES + 1)),
    Bag: (bag, lambda shown: min(len(shown.levels), MOST_LINES + 1)),
    Ladder: (ladder, lambda shown: min(len(shown.levels), MOST_LINES + 1)),
    Branches: (branches, lambda shown: 2.0 * (1 + max((node[1] for node in shown.nodes), default=0))),
    Means: (means, lambda _: 5.0),
    Strip: (strip, lambda _: 0.8),
    Morph: (morph, lambda _: 3.4),
}
"""How each is painted, and how high it is, in lines of small text."""


def paint(easel: Easel, shown: Picture) -> list[QRectF]:
    """Paint a picture; where its parts are, one after the other."""
    return PAINTERS[type(shown)][0](easel, shown)


def height_of(shown: Picture) -> float:
    """In lines of small text."""
    return PAINTERS[type(shown)][1](shown)
