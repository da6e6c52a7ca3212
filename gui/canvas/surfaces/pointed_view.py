"""A surface whose points can be met by the mouse: where they are on the screen, and which are near a pixel."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF

from gui.canvas.surfaces.surface_view import SurfaceView
from gui.session.rows import Rows


class PointedView(SurfaceView):
    """Keeps `uv` (n, 2), the coordinates of its points."""

    uv: np.ndarray
    _asked: tuple[Rows, np.ndarray, np.ndarray] | None = None

    def uv_of(self, rows: Rows) -> np.ndarray:
        """(m, 2) the coordinates of rows: of the same ones the same array, by which a painter knows it."""
        if self._asked is None or self._asked[0] is not rows or self._asked[1] is not self.uv:
            there = rows.places[: np.searchsorted(rows.places, len(self.uv))]
            self._asked = rows, self.uv, self.uv.take(there, axis=0)
        return self._asked[2]

    def pixels(self, uv: np.ndarray) -> np.ndarray:
        """(m, 2) pixels of the plot widget of coordinates (m, 2)."""
        (x0, x1), (y0, y1) = self.box.viewRange()
        area = self.box.mapRectToScene(self.box.rect())
        x = area.left() + (uv[:, 0] - x0) * (area.width() / (x1 - x0))
        y = area.bottom() - (uv[:, 1] - y0) * (area.height() / (y1 - y0))
        return np.column_stack([x, y])

    def row_at(self, place: QPointF, radius: float = 10.0) -> int | None:
        """The row whose point is nearest to a pixel, if it is within `radius` pixels."""
        rows = self.rows_within(place, radius * self.appearance.scale)
        return int(rows[0]) if len(rows) else None

    def rows_within(self, place: QPointF, radius: float) -> np.ndarray:
        """The rows whose points lie within `radius` pixels of a pixel, the nearest first."""
        about = self._about(place, radius)
        squares = ((self.pixels(self.uv[about]) - (place.x(), place.y())) ** 2).sum(axis=1)
        order = np.argsort(squares, kind="stable")
        return about[order[: np.count_nonzero(squares <= radius**2)]]

    def _about(self, place: QPointF, radius: float) -> np.ndarray:
        """The rows whose points may lie so near: those in the square around it, found without pixels of all others."""
        (x0, x1), (y0, y1) = self.box.viewRange()
        area = self.box.mapRectToScene(self.box.rect())
        across, up = (x1 - x0) / area.width(), (y1 - y0) / area.height()
        middle = x0 + (place.x() - area.left()) * across, y0 + (area.bottom() - place.y()) * up
        within = np.ones(len(self.uv), dtype=bool)
        for side, (centre, pixel) in enumerate(zip(middle, (across, up), strict=True)):
            reach = (radius + 1) * abs(pixel)
            within &= (self.uv[:, side] >= centre - reach) & (self.uv[:, side] <= centre + reach)
        return np.flatnonzero(within)
