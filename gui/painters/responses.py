"""Curves of functions and models where the target goes up, with bands and residuals."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

import numpy as np
import pyqtgraph as pg
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from gui.look.strokes import stroke
from gui.painters.asking import AskingPainter
from gui.painters.curve import crosses, thinned
from gui.painters.curve_labels import placed
from gui.painters.once import Once
from gui.painters.painter import Screen, ScreenLayer, View, Work, drawable
from gui.painters.text_box import box_of
from gui.regions.responses import Function, Responses, ResponsesPicture, ResponsesRequest
from gui.regions.sampled import Sampled

LAYER, ABOVE = -60.0, 25.0
"""Bands and what is left over lie behind the points, curves above them."""
BAND, EDGE, STICK = 0.13, 0.4, 0.8
"""How opaque a band is, the side of a square, and a stick; the squares themselves are as pale as bands."""
DEVIATIONS = (2.0, 1.0)
"""Half-width of the band around a prediction, in standard deviations."""
PATIENCE = 0.012
"""Seconds after the question for which painting waits for the curves."""
MANY = 300
"""A curve of more corners than this is drawn piece by piece."""
COARSE = 40
"""Number of vertices of a curve that labels must avoid."""
BESIDE = (1.0, 1.3), (1.0, -0.3), (0.5, 1.6), (0.5, -0.6)
"""How the words of a curve stand at one of its points: above or below it."""
FEW = 60
"""Up to this number of rows labels hide none of them, if there is room."""
INSET = 12.0
"""Words keep so many pixels away from the edge of the picture."""
APART = 24.0
"""Spacing in pixels of the places on a curve tried for its label."""


class ResponsesPainter(AskingPainter[Responses, ResponsesRequest, ResponsesPicture]):
    """The bands, and what is left over; the curves are an item of their own."""

    def __init__(self, view: View) -> None:
        self.curves = CurvesLayer(view, self)
        super().__init__(view)

    @property
    def patience(self) -> float:
        return PATIENCE

    def draw(self, mark: Responses) -> None:
        self.ask(mark)
        self.show(LAYER)
        self.curves.show(ABOVE)

    def clear(self) -> None:
        super().clear()
        self.curves.clear()

    def request(self, mark: Responses, width: int, height: int) -> ResponsesRequest:
        plane = self.view.lifting_plane()
        assert plane is not None
        learnt = mark.learnt if mark.residuals != "none" else None
        return ResponsesRequest(mark.functions, learnt, plane, self.rect(), width, height, self.shown)

    def work(self, ratio: float, fine: bool = True) -> Work | None:
        """A figure is looked at in its own pixels."""
        request = self._request(round(self.view.box.width() * ratio), round(self.view.box.height() * ratio))
        return None if request is None else Work(lambda: _answered(replace(request, known=None), fine), self._put)

    def _take(self, key: int, made: ResponsesPicture) -> None:
        super()._take(key, made)
        if made is self.shown:
            self.curves.item.update()

    def lines(self) -> list[tuple[Function, Sampled]]:
        """The functions that are shown, with their corners."""
        return [] if self.shown is None else list(zip(self.shown.request.functions, self.shown.look.lines, strict=True))

    def paint(self, painter: QPainter, screen: Screen) -> None:
        self.wait_a_moment()
        if self.shown is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for one, line in self.lines():
            for edges in _bands(one, line):
                self._paint_band(painter, screen, Sampled(line.u, edges), self.colour(one.role, one.group))
        self._paint_missed(painter, screen, self.shown)
        self.painted()

    def _paint_band(self, painter: QPainter, screen: Screen, band: Sampled, colour: QColor) -> None:
        tint = QColor(colour)
        tint.setAlphaF(BAND)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint)
        for ring in rings(band):
            painter.drawPolygon(_polygon(screen(ring)))

    def _paint_missed(self, painter: QPainter, screen: Screen, shown: ResponsesPicture) -> None:
        """From each row to what the model says of it: a stick, or the square over it, away from the curve."""
        rows, said = shown.request.learnt, shown.look.missed
        if self.mark is None or rows is None or said is None or self.mark.residuals == "none":
            return
        ends = np.column_stack([rows.u, rows.t]), np.column_stack([rows.u, said])
        there = drawable(ends[0]) & drawable(ends[1])
        tips, feet = screen(ends[0][there]), screen(ends[1][there])
        look = self.look("residual")
        if self.mark.residuals == "squares":
            return self._paint_squares(painter, tips, feet, self._slopes(screen, rows.u[there]))
        colour = QColor(look.colour)
        colour.setAlphaF(STICK)
        painter.setPen(self.pen(look, colour))
        for (x, y), (_, foot) in zip(tips.tolist(), feet.tolist(), strict=True):
            painter.drawLine(QPointF(x, y), QPointF(x, foot))

    def _paint_squares(self, painter: QPainter, tips: np.ndarray, feet: np.ndarray, slopes: np.ndarray) -> None:
        """As wide as high in pixels, whatever the scales of the axes are: their areas are as the squares."""
        accent = QColor(self.theme.accent)
        edge, tint = QColor(accent), QColor(accent)
        edge.setAlphaF(EDGE)
        tint.setAlphaF(BAND)
        painter.setPen(QPen(edge, self.scale))
        painter.setBrush(tint)
        sides = feet[:, 1] - tips[:, 1]  # pixels are counted downwards: a row above the curve has a positive one
        wide = np.where(sides * slopes < 0, 1.0, -1.0) * np.abs(sides)
        for (x, y), across, down in zip(tips.tolist(), wide.tolist(), sides.tolist(), strict=True):
            painter.drawRect(QRectF(QPointF(x, y), QPointF(x + across, y + down)).normalized())

    def _slopes(self, screen: Screen, u: np.ndarray) -> np.ndarray:
        """(m,) by how much the curve of the model rises at places, between a pixel before and a pixel after."""
        line = next(line for one, line in self.lines() if one.kind == "model")
        pixel = 1.0 / abs(screen.transform.m11())
        before, after = (np.interp(u + way, line.u, line.values[:, 0]) for way in (-pixel, pixel))
        return np.asarray(np.nan_to_num(after - before))


class CurvesLayer(ScreenLayer):
    """The curves, and their names."""

    def __init__(self, view: View, below: ResponsesPainter) -> None:
        super().__init__(view)
        self.below = below
        self._placed, self._pieces = Once[list[QRectF]](), PrimitiveArray(QLineF, 4)

    def paint(self, painter: QPainter, screen: Screen) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        lines = [(one, thinned(screen(_edge(one, line)))) for one, line in self.below.lines()]
        for one, xy in lines:
            if one.kind != "band":
                self._paint_curve(painter, within_reach(xy, screen), self._pen(one))
        self._paint_names(painter, screen, lines)

    def _paint_curve(self, painter: QPainter, xy: np.ndarray, pen: QPen) -> None:
        """Many vertices are drawn in pieces, in a twentieth of the time of a path; the caps fill the corners."""
        if len(xy) <= MANY or pen.style() == Qt.PenStyle.CustomDashLine:
            painter.setPen(pen)
            x, y = xy.T
            painter.drawPath(pg.arrayToQPath(x, y, connect="finite"))
            return
        pieces = np.hstack([xy[:-1], xy[1:]])
        pieces = pieces[np.isfinite(pieces).all(axis=1)]
        self._pieces.resize(len(pieces))
        self._pieces.ndarray()[:] = pieces
        pen.setCapStyle(Qt.PenCapStyle.SquareCap)
        painter.setPen(pen)
        painter.drawLines(*self._pieces.drawargs())

    def _pen(self, one: Function) -> QPen:
        if one.place is not None:
            return stroke(one.place, QColor(self.theme.ink), self.scale)
        return self.pen(self.look(one.role), self.colour(one.role, one.group))

    def _paint_names(self, painter: QPainter, screen: Screen, lines: list[tuple[Function, np.ndarray]]) -> None:
        """Each name beside its curve or the upper edge of its band, as far to the right as it hides no other name, no
        curve and none of a few points.
        """
        named = [(one, xy) for one, xy in lines if one.label]
        if not named:
            return
        font = self.view.appearance.font("small", weight=600 if any(one.place is not None for one, _ in named) else 400)
        boxes = self._placed.of(
            (screen, font.key()), [self.below.shown], lambda: self._boxes(screen, font, lines, named)
        )
        for (one, _), box in zip(named, boxes, strict=True):
            if not box.isNull():
                ink = self.theme.ink if one.place is not None else self.colour(one.role, one.group)
                self.write(painter, box.center(), one.label, ink, weight=font.weight())

    def _boxes(
        self,
        screen: Screen,
        font: QFont,
        lines: list[tuple[Function, np.ndarray]],
        named: list[tuple[Function, np.ndarray]],
    ) -> list[QRectF]:
        room = screen.area.adjusted(INSET, INSET, -INSET, -INSET)
        rows = None if self.below.shown is None else self.below.shown.request.learnt
        few = [screen(np.column_stack([rows.u, rows.t]))] if rows is not None and len(rows.u) <= FEW else []
        free = [thinned(xy, COARSE) for one, xy in lines if one.kind != "band"] + crosses(few, self.scale)
        return placed([_beside(one.label, xy, font, room, screen.area) for one, xy in named], [], free)


def _edge(one: Function, line: Sampled) -> np.ndarray:
    """(m, 2) the curve of a function, of a band its upper edge."""
    return np.column_stack([line.u, line.values[:, 1 if one.kind == "band" else 0]])


def _beside(label: str, xy: np.ndarray, font: QFont, room: QRectF, area: QRectF) -> Iterator[QRectF]:
    """The boxes in which the words of a curve (m, 2) may stand."""
    for x, y in _spots(xy, room):
        for anchor in BESIDE:
            yield box_of(QPointF(x, y), label, font, anchor, area)


def _answered(request: ResponsesRequest, fine: bool) -> Generator[float, None, ResponsesPicture]:
    """What a figure waits for."""
    yield 0.0
    looks = [request.whole(lambda: False)] if fine else list(request.looks(lambda: False))
    return request.drawn(looks[-1], "exact")


def _bands(one: Function, line: Sampled) -> list[np.ndarray]:
    """(m, 2) the edges of each band of a function: its own two, or some deviations on either side of the prediction."""
    if one.kind == "band":
        return [line.values]
    if line.values.shape[1] < 2:
        return []
    mean, deviation = line.values[:, :1], line.values[:, 1:2]
    return [mean + times * deviation * (-1.0, 1.0) for times in DEVIATIONS]


def within_reach(xy: np.ndarray, screen: Screen) -> np.ndarray:
    """Pixels (m, 2) no farther above and below the picture than its height: Qt takes none beyond all bounds."""
    high = screen.area.height()
    return np.column_stack([xy[:, 0], np.clip(xy[:, 1], screen.area.top() - high, screen.area.bottom() + high)])


def rings(band: Sampled) -> list[np.ndarray]:
    """The corners (m, 2) around each stretch of a band (m, 2) where both of its edges have numbers."""
    there = drawable(band.values)
    ends = np.flatnonzero(np.diff(np.concatenate([[False], there, [False]]).astype(int)))
    low, high = (np.column_stack([band.u, edge]) for edge in band.values.T)
    return [np.concatenate([low[a:b], high[a:b][::-1]]) for a, b in ends.reshape(-1, 2).tolist()]


def _polygon(xy: np.ndarray) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in xy.tolist()])


def _spots(xy: np.ndarray, room: QRectF) -> Iterator[tuple[float, float]]:
    """Places on a curve in the picture, from the right to the left."""
    last = np.inf
    for x, y in xy[np.isfinite(xy).all(axis=1)][::-1].tolist():
        if room.contains(QPointF(x, y)) and last - x >= APART:
            last = x
            yield x, y
