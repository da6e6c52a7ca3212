"""Bars above their names, and a line over them against the same axis, such as a cumulative share."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from engine.base.words import figure
from engine.core.marks import Bars
from gui.painters.curve import thinned
from gui.painters.markers import readable_on
from gui.painters.painter import Screen, ScreenPainter

WIDTH = 0.72
"""The share of its place that a bar fills."""
FINE = 1.5
"""Bars whose places are narrower than this many pixels share them: as high as the highest is there."""
MOST = 400
"""Number of vertices used to measure the visible part of the line over the bars."""
LAYER = 2.0


class BarsPainter(ScreenPainter[Bars]):
    """The names stand under the bars on the axis of the chart."""

    def draw(self, mark: Bars) -> None:
        self.mark = mark
        self.view.name_bars(mark.labels)
        self.show(self.look("shade").layer if mark.role == "shade" else LAYER)

    def clear(self) -> None:
        super().clear()
        self.view.name_bars(())

    def paint(self, painter: QPainter, screen: Screen) -> None:
        edges, area = self.edges(screen), screen.area
        seen = np.flatnonzero((edges[:, 2] >= area.left()) & (edges[:, 0] <= area.right()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, _place(edges) >= FINE)
        for rows in self._of_one_colour(seen):
            painter.fillPath(self._path(edges[rows]), self.bar_colour(int(rows[0])))
        if len(rims := seen[self._rimmed()[seen]]):
            painter.strokePath(self._path(edges[rims]), self.pen(self.look("focus"), width=2.0))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_cuts(painter, screen, seen if _place(edges) >= FINE else seen[:0])
        self._paint_zero(painter, screen)
        if self.mark.role != "shade" or self.mark.bases is None:  # what is drawn on a box lies where its number would
            self._paint_values(painter, edges, seen, screen)
        if self.mark.line is not None:
            self._paint_line(painter, screen, self.mark.line)

    def _paint_cuts(self, painter: QPainter, screen: Screen, seen: np.ndarray) -> None:
        """The pieces of a stacked bar, told apart by lines of the paper's colour."""
        half, path = WIDTH / 2, QPainterPath()
        for i in seen.tolist() if self.mark.cuts else ():
            for height in self.mark.cuts[i]:
                left, right = screen(np.array([[i - half, height], [i + half, height]]))
                path.moveTo(QPointF(*left))
                path.lineTo(QPointF(*right))
        if self.mark.cuts:
            painter.strokePath(path, QPen(QColor(self.theme.paper), self.scale))

    def edges(self, screen: Screen) -> np.ndarray:
        """(n, 4) left, top, right and bottom of every bar in pixels; one without a number has no height."""
        ends = np.nan_to_num(self.mark.tops, posinf=0.0, neginf=0.0)
        bases = np.zeros(len(ends)) if self.mark.bases is None else self.mark.bases
        half, middles = WIDTH / 2, np.arange(len(ends))
        corners = [screen(np.column_stack(one)) for one in ((middles - half, bases), (middles + half, ends))]
        return np.hstack([np.minimum(*corners), np.maximum(*corners)])

    def _of_one_colour(self, rows: np.ndarray) -> list[np.ndarray]:
        """The bars that are filled at one go, a chosen one last: where they share pixels it is on top."""
        groups, chosen = self.mark.groups, self.mark.chosen
        kinds = np.asarray(groups)[rows] if groups is not None else rows == (-1 if chosen is None else chosen)
        return [rows[kinds == kind] for kind in np.unique(kinds)]

    @staticmethod
    def _path(edges: np.ndarray) -> QPainterPath:
        """The outlines of some bars."""
        path = QPainterPath()
        for left, top, right, bottom in folded(edges).tolist():
            path.addRect(left, top, right - left, bottom - top)
        return path

    def _rimmed(self) -> np.ndarray:
        """(n,) whether a bar has a rim: it is lit, or chosen where its colour cannot say so."""
        lit, rims = self.mark.lit, np.zeros(len(self.mark.tops), dtype=bool)
        if lit is not None:
            rims |= np.asarray(lit, dtype=bool)
        if self.mark.chosen is not None and self.mark.groups is not None:
            rims[self.mark.chosen] = True
        return rims

    def bar_colour(self, i: int) -> QColor:
        """Of its class; without classes the chosen bar takes the accent and the others stand back; boxes are pale."""
        theme = self.theme
        if self.mark.role == "shade":
            return theme.mixed(theme.accent if i == self.mark.chosen else theme.quiet, theme.paper, 0.84)
        if self.mark.groups is not None:
            return theme.class_colour(int(self.mark.groups[i]))
        if i == self.mark.chosen:
            return QColor(theme.accent)
        return theme.mixed(theme.quiet, theme.paper, 0.45 if self.mark.chosen is not None else 0.25)

    def _paint_zero(self, painter: QPainter, screen: Screen) -> None:
        """The ground on which the bars stand."""
        start = screen(np.array([[-0.5, 0.0], [len(self.mark.values) - 0.5, 0.0]]))
        path = QPainterPath(QPointF(*start[0]))
        path.lineTo(QPointF(*start[1]))
        painter.strokePath(path, self.pen(self.look("residual"), width=1.0))

    def _paint_values(self, painter: QPainter, edges: np.ndarray, seen: np.ndarray, screen: Screen) -> None:
        """The number above a bar, when all that are in sight have room there."""
        font, room = self.view.appearance.font("small"), _place(edges)
        metrics, most = QFontMetricsF(font), room - 4 * self.scale
        if metrics.horizontalAdvance("0") > most:
            return
        texts = ["–" if np.isnan(value) else figure(value) for value in self.mark.values[seen].tolist()]
        if max((metrics.horizontalAdvance(text) for text in texts), default=0.0) > most:
            return
        painter.setFont(font)
        for i, text in zip(seen.tolist(), texts, strict=True):
            box = QRectF(QPointF(*edges[i, :2]), QPointF(*edges[i, 2:]))
            if self.mark.inside and box.height() < metrics.height():
                continue
            taken = self._taken(box.center().x(), metrics.horizontalAdvance(text), screen)
            usual = self._number_top(i, box, metrics.height(), screen)
            top = free_top(usual, box, metrics.height(), taken, screen.area)
            place = QRectF(box.center().x() - room / 2, top, room, metrics.height())
            inside = box.normalized().contains(place.center())
            painter.setPen(readable_on(self.bar_colour(i)) if inside else QColor(self.theme.ink))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)

    def _number_top(self, i: int, box: QRectF, high: float, screen: Screen) -> float:
        """Above the bar, below one that hangs, in the middle of a piece; inside it where the chart ends."""
        gap, area = 2 * self.scale, screen.area
        if self.mark.inside:
            return box.center().y() - high / 2
        if self.mark.values[i] < 0:
            fits = box.bottom() + gap + high <= area.bottom()
            return box.bottom() + gap if fits else min(box.bottom(), area.bottom()) - high - gap
        fits = box.top() - high - gap >= area.top()
        return box.top() - high - gap if fits else max(box.top(), area.top()) + gap

    def _taken(self, middle: float, wide: float, screen: Screen) -> list[tuple[float, float]]:
        """From where to where the line with its dots, and its name, take the height at a number so wide."""
        if self.mark.line is None or not len(corners := self._corners(screen, self.mark.line)):
            return []
        left, right, room = middle - wide / 2, middle + wide / 2, 5 * self.scale
        across = np.append(corners[:, 0], [left, right])
        across = across[(across >= left) & (across <= right)]
        heights = np.interp(across, corners[:, 0], corners[:, 1], left=np.nan, right=np.nan)
        heights = heights[np.isfinite(heights)]
        taken = [(float(heights.min()) - room, float(heights.max()) + room)] if len(heights) else []
        name = self._name_place(corners, screen.area)
        if self.mark.line_label and name.left() < right and name.right() > left:
            taken.append((name.top(), name.bottom()))
        return sorted(taken)

    @staticmethod
    def _corners(screen: Screen, line: np.ndarray) -> np.ndarray:
        """(m, 2) the line over the bars in pixels."""
        known = np.flatnonzero(np.isfinite(line))
        return np.asarray(thinned(screen(np.column_stack([known, line[known]])), MOST))

    def _paint_line(self, painter: QPainter, screen: Screen, line: np.ndarray) -> None:
        """The line with a dot over every bar, if they have room; its name stands at its last dot."""
        points = [QPointF(x, y) for x, y in self._corners(screen, line).tolist()]
        if not points:
            return
        path = QPainterPath()
        path.addPolygon(QPolygonF(points))
        colour = QColor(self.theme.ink)
        painter.strokePath(path, self.pen(self.look("path"), width=1.75))
        radius, dots = 3.5 * self.scale, QPainterPath()
        for point in points if screen.transform.m11() > 2 * radius else points[-1:]:
            dots.addEllipse(point, radius, radius)
        painter.fillPath(dots, colour)
        self._name_line(painter, self._corners(screen, line), screen.area)

    def _name_line(self, painter: QPainter, corners: np.ndarray, area: QRectF) -> None:
        painter.setFont(self.view.appearance.font("small"))
        painter.setPen(QColor(self.theme.ink))
        flags = Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextDontClip
        painter.drawText(self._name_place(corners, area), flags, self.mark.line_label)

    def _name_place(self, corners: np.ndarray, area: QRectF) -> QRectF:
        """Place of the name of the line: above its last dot, or below where it would be cut."""
        font = self.view.appearance.font("small")
        wide, high = QFontMetricsF(font).horizontalAdvance(self.mark.line_label), QFontMetricsF(font).height()
        gap = 6 * self.scale
        left = corners[-1, 0] - wide + gap
        under = np.append(
            corners[corners[:, 0] >= left, 1], np.interp(left, corners[:, 0], corners[:, 1])
        )  # the line below the name
        above = float(under.min()) - high - gap
        top = above if above >= area.top() else float(under.max()) + gap
        return QRectF(left, top, wide, high)


def _place(edges: np.ndarray) -> float:
    """How wide the place of a bar is, of which it fills a share."""
    return float(edges[0, 2] - edges[0, 0]) / WIDTH if len(edges) else 0.0


def free_top(top: float, box: QRectF, high: float, taken: list[tuple[float, float]], area: QRectF) -> float:
    """Where a number stands that would stand at `top`: there, or inside its bar, or over what is in the way, wherever
    nothing is; there after all where all is taken.

    >>> bar, chart = QRectF(0.0, 50.0, 10.0, 50.0), QRectF(0.0, 0.0, 10.0, 100.0)
    >>> free_top(38.0, bar, 10.0, [], chart), free_top(38.0, bar, 10.0, [(40.0, 52.0)], chart)
    (38.0, 52.0)
    """
    below = [max(box.top(), 0.0), *(end for _, end in taken if end >= box.top())]
    above = [begin - high for begin, _ in taken if begin < box.top()]
    for place in (top, *(one for one in below if one + high <= box.bottom()), *reversed(above)):
        inside = area.top() <= place and place + high <= area.bottom()
        if inside and all(place + high <= begin or place >= end for begin, end in taken):
            return place
    return top


def folded(edges: np.ndarray) -> np.ndarray:
    """Bars (n, 4), from left to right, as they are; where they are very narrow, one to each pixel across.

    >>> folded(np.array([[0.1, 7.0, 0.4, 9.0], [0.6, 5.0, 0.9, 9.0], [1.1, 8.0, 1.4, 9.0]])).tolist()
    [[0.0, 5.0, 1.0, 9.0], [1.0, 8.0, 2.0, 9.0]]
    """
    if _place(edges) >= FINE or not len(edges):
        return edges
    across = np.floor(edges[:, 0])
    first = np.flatnonzero(np.diff(across, prepend=-np.inf))
    tops, bottoms = np.minimum.reduceat(edges[:, 1], first), np.maximum.reduceat(edges[:, 3], first)
    return np.column_stack([across[first], tops, across[first] + 1.0, bottoms])
