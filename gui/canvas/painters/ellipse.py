"""Ellipses of a covariance. In more than two dimensions it is the shadow of the ellipsoid on the view that is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPolygonF

from engine.core.marks import Ellipse
from engine.data.plane import Plane
from gui.canvas.painters.curve_labels import placed
from gui.canvas.painters.once import Once
from gui.canvas.painters.painter import Screen, ScreenPainter, View
from gui.canvas.painters.piece_labels import few_points, hidden_by
from gui.canvas.painters.point_labels import straight
from gui.canvas.painters.segments import SegmentsPainter, few_arrows, words_of
from gui.canvas.painters.words import box_of

CORNERS, STRIDE = 96, 2
"""So many corners an outline has, and at every so many of them its words may stand."""


class EllipsePainter(ScreenPainter[Ellipse]):
    """Keeps the outline in the view."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._worded = Once[QRectF]()

    def draw(self, mark: Ellipse) -> None:
        self.mark = mark
        self.uv = outline(self.view, mark)
        self.show(self.look(mark.role).layer)

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if not np.isfinite(self.uv).all():
            return
        xy, colour = screen(self.uv), self.colour(self.mark.role, self.mark.group)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.pen(self.look(self.mark.role), colour))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in xy.tolist()]))
        if self.mark.label:
            ink = colour if self.mark.group is None else self.theme.ink  # small words in a dark colour are hardly read
            self.write(painter, self.words(screen).center(), self.mark.label, ink, within=screen.area)

    def words(self, screen: Screen) -> QRectF:
        """The box of its words: looked for once, while the outline and what they keep off stay as they are."""
        arrows, points, font = few_arrows(self.view), few_points(self.view), self.view.appearance.font("small")
        ends = (part for one in arrows for part in (one.starts, one.ends))
        return self._worded.of(
            (screen, font.key(), self.mark.label, [(one.labels, one.markers) for one in points]),
            [self.uv, *ends, *(part for one in points for part in (one.uv, one.which))],
            lambda: self._placed(arrows, screen, font),
        )

    def _placed(self, arrows: Sequence[SegmentsPainter], screen: Screen, font: QFont) -> QRectF:
        taken = hidden_by(self.view, screen) + words_of(arrows, screen)
        return placed([self._places(screen, font)], taken, straight(arrows, screen))[0]

    def _places(self, screen: Screen, font: QFont) -> Iterator[QRectF]:
        """The boxes in which they may stand: on the outline at its upper right, and then on either side farther on."""
        xy = screen(self.uv)
        first = int(np.argmax(xy[:, 0] - xy[:, 1]))
        for on in range(0, CORNERS // 2, STRIDE):
            for corner in (first - on, first + on):
                yield box_of(QPointF(*xy[corner % CORNERS]), self.mark.label, font, (0.5, 0.5), screen.area)


def outline(view: View, mark: Ellipse) -> np.ndarray:
    """(m, 2) corners of the ellipse in the view's coordinates."""
    variances, axes = np.linalg.eigh(shadow(view.lifting_plane(), mark.covariance))
    turns = np.linspace(0.0, 2 * np.pi, CORNERS, endpoint=False)
    circle = mark.scale * np.column_stack([np.cos(turns), np.sin(turns)])
    corners: np.ndarray = view.to_view(mark.centre[None]) + circle * np.sqrt(np.maximum(variances, 0.0)) @ axes.T
    return corners


def shadow(plane: Plane | None, covariance: np.ndarray) -> np.ndarray:
    """(2, 2) the covariance on the plane: its projection P maps S to P S Pᵀ, whose eigenvectors are the axes.

    Of thousands of features most planes look at two, and only their part of S is touched.
    """
    if plane is None:
        return covariance
    seen = np.flatnonzero(plane.axes.any(axis=0))
    projection = plane.axes[:, seen]
    part = covariance if len(seen) == len(covariance) else covariance[np.ix_(seen, seen)]
    return np.asarray(projection @ part @ projection.T)
