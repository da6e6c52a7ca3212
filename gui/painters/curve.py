"""Lines through many points. A long one is thinned to what the eye can see, without losing a peak."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from engine.core.marks import Curve, Points, Text
from gui.painters.curve_labels import placed
from gui.painters.once import Once
from gui.painters.painter import Screen, ScreenPainter, View
from gui.painters.point_labels import straight
from gui.painters.points import PointsPainter
from gui.painters.seen import seen
from gui.painters.segments import SegmentsPainter, few_arrows, words_of
from gui.painters.text import TextPainter, captions
from gui.painters.text_box import box_of

MOST = 2_000
"""A line with more corners than this is slow to draw smoothly, and looks no better."""
DOTTED = 500
"""Up to this many points are also drawn as dots when that is asked for."""
BESIDE = (1.0, 1.2), (0.0, -0.2), (1.0, -0.2), (0.0, 1.2), (1.0, 2.0), (1.0, -1.0)
"""How the words of a curve stand at one of its points: above or below it, on either side, and farther off."""
COARSE = 200
"""Number of points per line that labels must avoid."""
FEW, RING = 20, 11.0
"""Up to this number of points labels avoid them, by this distance in pixels."""


class CurvePainter(ScreenPainter[Curve]):
    """Keeps the thinned line.   placed  where the words of all curves stand, which the first of them keeps"""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.placed = Once[dict[CurvePainter, QRectF]]()

    def draw(self, mark: Curve) -> None:
        self.mark = mark
        self.uv = self.view.to_view(mark.positions)
        self.thinned = thinned(self.uv)
        self.show(self.look(mark.role).layer)

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if not len(self.uv):
            return
        look, colour = self.look(self.mark.role), self.colour(self.mark.role, self.mark.group)
        xy = screen(self.thinned)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = self.pen(look, colour)
        if len(self.thinned) > DOTTED:  # corners so close are invisible, and round ones take three times as long
            pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(pg.arrayToQPath(xy[:, 0], xy[:, 1], connect="finite"))
        if self.mark.dots and len(self.uv) <= DOTTED:
            self._paint_dots(painter, screen(self.uv), colour, look.size * self.scale / 2)
        if self.mark.label:
            self._paint_label(painter, screen, colour)

    def _paint_dots(self, painter: QPainter, xy: np.ndarray, colour: QColor, size: float) -> None:
        painter.setPen(QColor(self.theme.paper))
        painter.setBrush(colour)
        for x, y in xy[np.isfinite(xy).all(axis=1)].tolist():
            painter.drawEllipse(QPointF(x, y), size / 2, size / 2)

    def _paint_label(self, painter: QPainter, screen: Screen, colour: QColor) -> None:
        box = labels_of(self.view, screen).get(self)
        if box is not None:
            self.write(painter, box.center(), self.mark.label, colour)

    def label_places(self, screen: Screen) -> Iterator[QRectF]:
        """The boxes in which the words may stand: at the last visible point, and then ever farther back."""
        font, last = self.view.appearance.font("small"), None
        for x, y in screen(self.thinned)[::-1].tolist():
            point = QPointF(x, y)
            if not screen.sees(point):
                continue
            if last is None or abs(x - last.x()) + abs(y - last.y()) > font.pixelSize():
                last = point
                for anchor in BESIDE:
                    yield box_of(point, self.mark.label, font, anchor, screen.area)


def labels_of(view: View, screen: Screen) -> dict[CurvePainter, QRectF]:
    """Where the words of all curves stand: looked for once, while all that is near them stays as it is."""
    curves = seen(view, Curve, CurvePainter)
    if not any(curve.mark.label for curve in curves):
        return {}
    texts, points, arrows = seen(view, Text, TextPainter), seen(view, Points, PointsPainter), few_arrows(view)
    said = *(one.mark.label for one in curves), *(one.mark.text for one in texts)
    ends = (part for one in arrows for part in (one.starts, one.ends))
    return curves[0].placed.of(
        (screen, view.appearance.scale, said),
        [*(one.uv for one in curves), *(one.uv for one in texts), *(one.uv for one in points), *ends],
        lambda: _placed(curves, captions(view, screen) + words_of(arrows, screen), points, arrows, screen),
    )


def _placed(
    curves: Sequence[CurvePainter],
    words: list[QRectF],
    points: Sequence[PointsPainter],
    arrows: Sequence[SegmentsPainter],
    screen: Screen,
) -> dict[CurvePainter, QRectF]:
    lines = straight(arrows, screen) + crosses(
        [screen(one.uv) for one in points if len(one.uv) <= FEW], curves[0].scale
    )
    lines += [screen(thinned(curve.thinned, COARSE)) for curve in curves]
    named = [curve for curve in curves if curve.mark.label]
    boxes = placed([curve.label_places(screen) for curve in named], words, lines)
    return {curve: box for curve, box in zip(named, boxes, strict=True) if not box.isNull()}


def crosses(places: Sequence[np.ndarray], scale: float) -> list[np.ndarray]:
    """Two lines (2, 2) through each of some places (m, 2), as far as words stay away from it."""
    ways = np.array([[RING * scale, 0.0], [0.0, RING * scale]])
    return [np.array([place - way, place + way]) for some in places for place in some for way in ways]


def thinned(uv: np.ndarray, most: int = MOST) -> np.ndarray:
    """A line of at most `most` points that keeps the highest and the lowest of every stretch, and both ends."""
    if len(uv) <= most:
        return uv
    last, long = len(uv) - 1, math.ceil(len(uv) / (most // 2 - 1))
    heights = np.pad(np.nan_to_num(uv[:, 1]), (0, -len(uv) % long), mode="edge").reshape(-1, long)
    firsts = np.arange(len(heights)) * long
    kept = np.concatenate([[0], firsts + heights.argmin(axis=1), firsts + heights.argmax(axis=1), [last]])
    return np.asarray(uv[np.unique(np.minimum(kept, last))])
