"""Straight pieces: spokes, residuals, paths, arrows. Pieces of a colour are drawn with one call."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engine.core.marks import Segments
from gui.painters.once import Once
from gui.painters.painter import Screen, ScreenPainter, View
from gui.painters.piece_labels import few_points, hidden_by, placed
from gui.painters.point_labels import FEW
from gui.painters.seen import seen

SMOOTH = 2_000
"""Up to this many pieces are drawn with smooth edges."""
MOST = 20_000
"""More pieces than this cover everything: they are thinned evenly."""
HEAD = 9.0
"""The length of an arrow head in pixels."""
FADED = 0.55
"""How opaque spokes and residuals are, which come by the hundred."""


class SegmentsPainter(ScreenPainter[Segments]):
    """Keeps the ends in the view, sorted into groups of one colour."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._lines = PrimitiveArray(QLineF, 4)
        self._worded = Once[list[QRectF]]()

    def draw(self, mark: Segments) -> None:
        self.mark = mark
        starts = self.view.to_view(mark.starts, mark.starts_targets)
        ends = self.view.placed(mark.ends, mark.rows, mark.ends_targets)
        kept = np.flatnonzero(np.isfinite(starts).all(axis=1) & np.isfinite(ends).all(axis=1))
        kept = kept[:: max(math.ceil(len(kept) / MOST), 1)]
        self.starts, self.ends = starts[kept], ends[kept]
        self.groups = np.full(len(kept), -9) if mark.groups is None else np.asarray(mark.groups)[kept]
        self.labels = tuple(mark.labels[i] for i in kept) if mark.labels else ()
        self.show(self.look(mark.role).layer)

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if not len(self.starts):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(self.starts) <= SMOOTH)
        pieces = self._pieces(screen)
        for group in sorted(set(self.groups.tolist())):  # np.unique would load numpy.ma, at the start of the program
            own = pieces[self.groups == group]
            pen = self._group_pen(group)
            if self.mark.arrows:
                for piece in own:
                    paint_arrow(painter, piece[:2], piece[2:], pen)
            else:
                self._paint_lines(painter, own, pen)
        for box, label in zip(self.words(screen), self.labels, strict=False):
            self.write(painter, box.center(), label, self.theme.ink)

    def words(self, screen: Screen) -> list[QRectF]:
        """The boxes of its words: looked for once, while the pieces and the few points stay as they are.

        They hide none of the words of pieces before them.
        """
        if not self.labels:
            return []
        before = self._worded_before()
        points, font = few_points(self.view), self.view.appearance.font("small")
        said = [(one.labels, one.markers) for one in points]
        return self._worded.of(
            (screen, font.key(), said, [one.labels for one in (*before, self)]),
            [
                *(part for one in (*before, self) for part in (one.starts, one.ends)),
                *(part for one in points for part in (one.uv, one.which)),
            ],
            lambda: placed(self._pieces(screen), self.labels, font, self._taken(before, screen), screen.area),
        )

    def _worded_before(self) -> list[SegmentsPainter]:
        """Those of the surface that come before it and have words."""
        others = seen(self.view, Segments, SegmentsPainter)
        return [one for one in others[: others.index(self)] if one.labels] if self in others else []

    def _taken(self, before: Sequence[SegmentsPainter], screen: Screen) -> list[QRectF]:
        """The area that its label may not hide."""
        return hidden_by(self.view, screen) + words_of(before, screen)

    def _pieces(self, screen: Screen) -> np.ndarray:
        """(m, 4) the pixels where they start and end."""
        return np.hstack([screen(self.starts), screen(self.ends)])

    def _group_pen(self, group: int) -> QPen:
        look = self.look(self.mark.role)
        colour = QColor(look.colour if group == -9 else self.theme.class_colour(group))
        if look.layer < 0:
            colour.setAlphaF(FADED)
        return self.pen(look, colour)

    def _paint_lines(self, painter: QPainter, pieces: np.ndarray, pen: QPen) -> None:
        self._lines.resize(len(pieces))
        self._lines.ndarray()[:] = pieces
        painter.setPen(pen)
        painter.drawLines(*self._lines.drawargs())


def few_arrows(view: View) -> list[SegmentsPainter]:
    """What paints a few arrows on a surface; words would lie in the midst of a field of them anyway."""
    return [one for one in seen(view, Segments, SegmentsPainter) if one.mark.arrows and len(one.starts) <= FEW]


def words_of(arrows: Sequence[SegmentsPainter], screen: Screen) -> list[QRectF]:
    """Where the words of some arrows stand."""
    return [box for one in arrows for box in one.words(screen)]


def paint_arrow(painter: QPainter, start: np.ndarray, end: np.ndarray, pen: QPen) -> None:
    """A line with a filled head at its end; one shorter than its head is a head only."""
    way = np.asarray(end, dtype=float) - start
    length = float(np.linalg.norm(way))
    if length < 0.5:
        return
    along = way / length
    across = np.array([-along[1], along[0]])
    head = HEAD * max(pen.widthF() / 2, 0.75)
    neck = np.asarray(end) - along * min(head, length)
    painter.setPen(pen)
    if length > head:
        painter.drawLine(QPointF(*start), QPointF(*neck))
    solid = QPen(pen.color(), 0.5)
    painter.setPen(solid)
    painter.setBrush(pen.color())
    side = 0.42 * head * across
    painter.drawPolygon(QPolygonF([QPointF(*end), QPointF(*(neck + side)), QPointF(*(neck - side))]))
