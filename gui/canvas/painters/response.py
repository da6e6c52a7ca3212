"""What functions of the features answer, on a plane where the target goes up: a curve, or the band between two."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from engine.core.marks import Response
from gui.canvas.painters.painter import Screen, ScreenPainter, View
from gui.canvas.regions.sampled import Sampled, sampled

BAND = 0.14
"""How opaque a band is."""
LAYER = -60
"""Bands lie behind everything but areas."""


class ResponsePainter(ScreenPainter[Response]):
    """Keeps the corners of what is visible, until another part is."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.mark: Response | None = None
        self._known: tuple[Screen, Sampled] | None = None

    def draw(self, mark: Response) -> None:
        plane = self.view.lifting_plane()
        if plane is None or not plane.target:
            return self.clear()
        if self.mark is None or not mark.key or mark.key != self.mark.key:
            self._known = None
        self.mark = mark
        self.show(self.look(mark.role).layer if mark.upper is None else LAYER)

    def clear(self) -> None:
        super().clear()
        self.mark = self._known = None

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if self.mark is None:
            return
        if self._known is None or self._known[0] != screen:
            self._known = screen, self._sampled(self.mark, screen)
        line, colour = self._known[1], QColor(self.colour(self.mark.role, self.mark.group))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.values.shape[1] == 2:
            colour.setAlphaF(BAND)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            for ring in rings(line):
                painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in screen(ring).tolist()]))
            return
        painter.setPen(self.pen(self.look(self.mark.role), colour))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        x, y = screen(np.column_stack([line.u, line.values[:, 0]])).T
        painter.drawPath(pg.arrayToQPath(x, y, connect="finite"))

    def _sampled(self, mark: Response, screen: Screen) -> Sampled:
        plane = self.view.lifting_plane()
        assert plane is not None
        functions = [mark.function, *([mark.upper] if mark.upper is not None else [])]

        def asked(u: np.ndarray) -> np.ndarray:
            X = plane.lift(np.column_stack([u, np.zeros(len(u))]))
            return np.column_stack([np.asarray(function(X), dtype=float) for function in functions])

        x0, x1, y0, y1 = screen.part
        return sampled(asked, (x0, x1), (y0, y1), (screen.area.width(), screen.area.height()))


def rings(line: Sampled) -> list[np.ndarray]:
    """The corners (m, 2) around each stretch of a band between two functions where both have numbers."""
    there = np.isfinite(line.values).all(axis=1)
    ends = np.flatnonzero(np.diff(np.concatenate([[False], there, [False]]).astype(int)))
    pieces = [slice(first, last) for first, last in ends.reshape(-1, 2).tolist()]
    return [
        np.concatenate([np.column_stack([line.u[piece], line.values[piece, 0]]),
                        np.column_stack([line.u[piece], line.values[piece, 1]])[::-1]])
        for piece in pieces
    ]  # fmt: skip
