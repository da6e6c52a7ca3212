"""A surface whose points can be met by the mouse: where they are on the screen, and which are near a pixel."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF

from gui.canvas.surfaces.surface_view import SurfaceView


class PointedView(SurfaceView):
    """Keeps `uv` (n, 2), the coordinates of its points."""

    uv: np.ndarray

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
        with np.errstate(over="ignore"):  # what is as far as that is not near
            squares = ((self.pixels(self.uv) - (place.x(), place.y())) ** 2).sum(axis=1)
        inside = np.flatnonzero(squares <= radius**2)
        return inside[np.argsort(squares[inside], kind="stable")]
