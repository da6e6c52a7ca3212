"""Lines through many points. A long one is thinned to what the eye can see, without losing a peak."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter

from engine.core.marks import Curve
from gui.canvas.painters.painter import Screen, ScreenPainter

MOST = 2_000
"""A line with more corners than this is slow to draw smoothly, and looks no better."""
DOTTED = 500
"""Up to this many points are also drawn as dots when that is asked for."""


class CurvePainter(ScreenPainter[Curve]):
    """Keeps the thinned line."""

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
        painter.setPen(self.pen(look, colour))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(pg.arrayToQPath(xy[:, 0], xy[:, 1], connect="finite"))
        if self.mark.dots and len(self.uv) <= DOTTED:
            self._paint_dots(painter, screen(self.uv), colour, look.size * self.scale / 2)
        if self.mark.label:
            self._paint_label(painter, screen, xy, colour)

    def _paint_dots(self, painter: QPainter, xy: np.ndarray, colour: QColor, size: float) -> None:
        painter.setPen(QColor(self.theme.paper))
        painter.setBrush(colour)
        for x, y in xy[np.isfinite(xy).all(axis=1)].tolist():
            painter.drawEllipse(QPointF(x, y), size / 2, size / 2)

    def _paint_label(self, painter: QPainter, screen: Screen, xy: np.ndarray, colour: QColor) -> None:
        """The words stand at the last visible point."""
        inside = [point for point in xy[::-1] if np.isfinite(point).all() and screen.area.contains(QPointF(*point))]
        if inside:
            self.write(painter, QPointF(*inside[0]), self.mark.label, colour, (1.0, 1.2), screen.area)


def thinned(uv: np.ndarray, most: int = MOST) -> np.ndarray:
    """A line of at most `most` points that keeps the highest and the lowest of every stretch, and both ends."""
    if len(uv) <= most:
        return uv
    stretches = np.array_split(np.arange(len(uv)), most // 2 - 1)
    heights = np.nan_to_num(uv[:, 1])
    kept = [first for s in stretches for first in (s[np.argmin(heights[s])], s[np.argmax(heights[s])])]
    return np.asarray(uv[np.unique([0, *kept, len(uv) - 1])])
