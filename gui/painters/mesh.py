"""The grid lines of the plane as it is looked at, where a function puts them: how it is bent."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from engine.core.mesh import Mesh
from engine.data.plane import Plane
from gui.painters.painter import Screen, ScreenPainter, View, drawable

LINES, ALONG = 11, 161
"""Number of grid lines each way, and of vertices per line: steep units put most of them in a corner."""
APART = 3.0
"""Pixels along a line from one place that is drawn to the next: no corner is seen between them."""


class MeshPainter(ScreenPainter[Mesh]):
    """Keeps where the lines are now; of a plane that leaves something out the view says so.

    uv  (m, 2) the lines one after the other, with a gap behind each
    """

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.uv = np.zeros((0, 2))

    def draw(self, mark: Mesh) -> None:
        self.mark, plane = mark, self.view.plane
        fits = len(plane.origin) == mark.over.shape[1] and plane.measured
        grid = grid_of(plane.project(mark.over)) if fits and len(mark.over) else np.zeros((0, 2))
        self.uv = self._put(mark, plane, grid)
        self.view.remark(f"The grid is the plane in view: {plane.caption}" if plane.caption and len(self.uv) else "")
        self.show(self.look(mark.role).layer)

    def _put(self, mark: Mesh, plane: Plane, grid: np.ndarray) -> np.ndarray:
        """Where the places (m, 2) of the plane come to; what cannot be drawn stays a gap."""
        uv, there = np.full(grid.shape, np.nan), drawable(grid)
        if there.any():
            uv[there] = mark.function(plane.lift(grid[there]))
        uv[~drawable(uv)] = np.nan
        return uv

    def clear(self) -> None:
        super().clear()
        self.uv = self.uv[:0]
        self.view.remark("")

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if not len(self.uv):
            return
        xy = apart(screen(self.uv), APART)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.pen(self.look(self.mark.role)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(pg.arrayToQPath(xy[:, 0], xy[:, 1], connect="finite"))


def apart(xy: np.ndarray, least: float) -> np.ndarray:
    """Of lines (m, 2) with a gap behind each: both ends, all gaps, and what lies so far along a line behind the last.

    >>> apart(np.array([[0, 0], [1, 0], [2, 0], [4, 0], [5, 0], [np.nan, np.nan], [9, 9]]), 3.0)[:, 0]
    array([ 0.,  4.,  5., nan,  9.])
    """
    there = np.isfinite(xy).all(axis=1)
    long = np.zeros(len(xy))
    long[1:] = np.where(there[1:] & there[:-1], np.hypot(*np.diff(xy, axis=0).T), 0.0)
    reached = np.floor(np.cumsum(long) / least)
    kept = ~there
    kept[:1] = kept[-1:] = True
    kept[1:] |= (reached[1:] > reached[:-1]) | ~there[:-1]
    kept[:-1] |= ~there[1:]
    return np.asarray(xy[kept])


def grid_of(uv: np.ndarray) -> np.ndarray:
    """(m, 2) the lines of a grid over points (n, 2) of the plane, upright and then level, with a gap behind each."""
    low, high = uv.min(axis=0), uv.max(axis=0)
    (across, up), (x, y) = (np.linspace(low, high, many).T for many in (LINES, ALONG))
    lines = np.full((2 * LINES, ALONG + 1, 2), np.nan)
    lines[:LINES, :-1, 0], lines[:LINES, :-1, 1] = across[:, None], y
    lines[LINES:, :-1, 0], lines[LINES:, :-1, 1] = x, up[:, None]
    return lines.reshape(-1, 2)
