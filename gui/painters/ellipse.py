"""Ellipses of a covariance. In more than two dimensions it is the shadow of the ellipsoid on the view that is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPolygonF

from engine.core.marks import Ellipse
from engine.data.plane import Plane
from gui.painters.curve_labels import placed
from gui.painters.once import Once
from gui.painters.painter import Screen, ScreenPainter, View
from gui.painters.piece_labels import few_points, hidden_by
from gui.painters.point_labels import straight
from gui.painters.seen import seen
from gui.painters.segments import SegmentsPainter, few_arrows, words_of
from gui.painters.text import captions, seen_texts
from gui.painters.text_box import box_of

CORNERS, STRIDE = 96, 2
"""Number of vertices of an outline, and spacing of the places for its label."""


class EllipsePainter(ScreenPainter[Ellipse]):
    """Keeps the outline in the view."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._worded = Once[QRectF]()

    @property
    def closed(self) -> np.ndarray:
        """(m + 1, 2) the outline as a line that ends where it begins."""
        return self.uv[np.r_[: len(self.uv), 0]]

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
        box = self.words(screen) if self.mark.label else QRectF()
        if not box.isNull():
            ink = colour if self.mark.group is None else self.theme.ink  # small words in a dark colour are hardly read
            self.write(painter, box.center(), self.mark.label, ink, within=screen.area)

    def words(self, screen: Screen) -> QRectF:
        """The box of its words: looked for once, while the outline and what they keep off stay as they are.

        Where nothing of the outline is in view, there are none.
        """
        outlines, arrows, font = self._others(), few_arrows(self.view), self.view.appearance.font("small")
        points, texts = few_points(self.view), seen_texts(self.view)
        ends = (part for one in arrows for part in (one.starts, one.ends))
        of_points = (part for one in points for part in (one.uv, one.which))
        said = [(one.labels, one.markers) for one in points], [(one.mark.text, one.mark.anchor) for one in texts]
        return self._worded.of(
            (screen, font.key(), [one.mark.label for one in (self, *outlines)], *said),
            [*(one.uv for one in (self, *outlines)), *(one.uv for one in texts), *ends, *of_points],
            lambda: self._placed(outlines, arrows, screen, font),
        )

    def _others(self) -> list[EllipsePainter]:
        """The other ones of the surface."""
        return [one for one in seen(self.view, Ellipse, EllipsePainter) if one is not self]

    def _worded_before(self) -> list[EllipsePainter]:
        """Those of the surface that come before it and have words."""
        every = self.view.painters_of(Ellipse)
        return [one for one in self._others() if one.mark.label and every.index(one) < every.index(self)]

    def _placed(
        self, outlines: Sequence[EllipsePainter], arrows: Sequence[SegmentsPainter], screen: Screen, font: QFont
    ) -> QRectF:
        taken = hidden_by(self.view, screen) + words_of(arrows, screen) + captions(self.view, screen)
        taken += [one.words(screen) for one in self._worded_before()]
        lines = straight(arrows, screen) + [screen(one.closed) for one in outlines]
        return placed([self._places(screen, font)], taken, lines)[0]

    def _places(self, screen: Screen, font: QFont) -> Iterator[QRectF]:
        """The boxes in which they may stand: on the outline at its upper right, and then on either side farther on."""
        xy = screen(self.uv)
        first = int(np.argmax(xy[:, 0] - xy[:, 1]))
        for on in range(0, CORNERS // 2, STRIDE):
            for corner in (first - on, first + on):
                if screen.sees(place := QPointF(*xy[corner % CORNERS])):
                    yield box_of(place, self.mark.label, font, (0.5, 0.5), screen.area)


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
