"""Ellipses of a covariance. In more than two dimensions it is the shadow of the ellipsoid on the view that is drawn."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from engine.core.marks import Ellipse
from engine.data.plane import Plane
from gui.canvas.painters.painter import Screen, ScreenPainter, View

CORNERS = 96


class EllipsePainter(ScreenPainter[Ellipse]):
    """Keeps the outline in the view."""

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
            upper_right = QPointF(*xy[np.argmax(xy[:, 0] - xy[:, 1])])
            self.write(painter, upper_right, self.mark.label, colour, within=screen.area)


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
