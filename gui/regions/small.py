"""A small picture of the plane: the tints of a model with the examples as dots on them, painted off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from engine.models.flat import LinearScores
from gui.look.shapes import rim
from gui.look.theme import Theme
from gui.regions.flat import areas, flat_scores, sides
from gui.regions.levels import Rectangle
from gui.regions.regions import Grid, Raster
from gui.regions.request import Picture, Request, covered
from gui.regions.tinted import INK, picture

DOT, WIDEST = 4.2, 13.0
"""The diameter of a dot of the usual size, and of the largest, in logical pixels."""
RIM = 1.2
"""By how much wider the rim of a dot is."""
BORDER = 1.5
"""The width of a straight border, in logical pixels."""
LAYERS = 4
"""So many paintings of the same dots are kept: of some sizes, parts of the plane or looks."""


@dataclass(frozen=True, eq=False)
class Dots:
    """Where dots are on the plane (m, 2), the codes (m,) of their groups, or their role, and their diameters (m,)."""

    uv: np.ndarray
    groups: np.ndarray | None
    widths: np.ndarray
    role: str = "data"
    _layers: dict[tuple[object, ...], QImage] = field(default_factory=dict)

    def layer(self, rect: Rectangle, size: tuple[int, int], theme: Theme, grain: float) -> QImage:
        """They alone on nothing, painted once for all pictures that show them: thousands take longer than the tints."""
        key = rect, size, theme.name, grain
        image = self._layers.get(key)
        if image is None:
            image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            painter = QPainter(image)
            paint_dots(painter, self, rect, size, theme, grain)
            painter.end()
            if len(self._layers) >= LAYERS:
                self._layers.clear()
            self._layers[key] = image
        return image

    def same_as(self, other: Dots | None) -> bool:
        """Whether the two are drawn alike."""
        if other is None or self.role != other.role or (self.groups is None) != (other.groups is None):
            return False
        pairs = [(self.uv, other.uv), (self.widths, other.widths)]
        if self.groups is not None and other.groups is not None:
            pairs.append((self.groups, other.groups))
        return all(one is two or np.array_equal(one, two, equal_nan=True) for one, two in pairs)


def widths_of(sizes: np.ndarray | None, count: int) -> np.ndarray:
    """(m,) diameters of relative areas, in halves of a pixel, so that few pens draw many dots.

    >>> widths_of(np.array([1.0, 4.0, 1e6]), 3).tolist()
    [4.0, 8.5, 13.0]
    """
    areas = np.ones(count) if sizes is None else np.asarray(sizes, dtype=float)
    return np.asarray(np.clip(np.round(2 * DOT * np.sqrt(areas)) / 2, 1.0, WIDEST))


@dataclass(frozen=True, eq=False)
class SmallRequest(Request):
    """A request for such a picture, all of it in one image.   dots  None for none"""

    dots: Dots | None = None

    def same_as(self, other: Request | None) -> bool:
        if not isinstance(other, SmallRequest) or not super().same_as(other):
            return False
        return other.dots is None if self.dots is None else self.dots.same_as(other.dots)

    def stands_for(self, other: Request | None) -> bool:
        """Never: its dots would be elsewhere, and a small picture is soon there."""
        return False

    def grid(self, stale: Callable[[], bool] = lambda: False) -> Grid:
        """A model whose borders are straight is hardly asked; its scores are found on the thread of the pictures."""
        found = super().grid(stale)
        found.scores = self.straight
        return found

    @cached_property
    def straight(self) -> LinearScores | None:
        """The scores by which a model answers whose borders are straight here."""
        return flat_scores(self.model, self.plane)

    def drawn(self, raster: Raster, stage: str, pause: Callable[[], object] = lambda: None) -> Picture:
        tints = picture(raster, self.theme, self.levels, self.straight is None, self.grain, self.heights, pause)
        image = QImage(self.width, self.height, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, raster.cell > 1)
        painter.drawImage(within(covered(self, raster), self.rect, self.width, self.height), tints)
        if self.straight is not None:
            self._draw_borders(painter, self.straight)
        if self.dots is not None:
            painter.drawImage(0, 0, self.dots.layer(self.rect, (self.width, self.height), self.theme, self.grain))
        painter.end()
        return Picture(self, image, self.rect, stage)

    def _draw_borders(self, painter: QPainter, scores: LinearScores) -> None:
        """Straight ones as the lines they are: to find them pixel by pixel takes longer than all the rest."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.mixed(self.theme.paper, self.theme.ink, INK), BORDER * self.grain))
        for side in sides(areas(scores, self.rect)):
            ends = _pixels(side, self.rect, (self.width, self.height)).tolist()
            painter.drawLine(QPointF(*ends[0]), QPointF(*ends[1]))


def within(part: Rectangle, whole: Rectangle, width: float, height: float) -> QRectF:
    """Where a part of the plane lies, in pixels of a picture of the whole.

    >>> within((0.0, 1.0, 1.0, 2.0), (0.0, 2.0, 0.0, 2.0), 100, 50)
    PySide6.QtCore.QRectF(0.000000, 0.000000, 50.000000, 25.000000)
    """
    x0, x1, y0, y1 = whole
    across, down = width / (x1 - x0), height / (y1 - y0)
    left, top = (part[0] - x0) * across, (y1 - part[3]) * down
    return QRectF(left, top, (part[1] - part[0]) * across, (part[3] - part[2]) * down)


def _pixels(uv: np.ndarray, rect: Rectangle, size: tuple[int, int]) -> np.ndarray:
    """(m, 2) where places of the plane are in a picture of so many pixels of a part of it."""
    x0, x1, y0, y1 = rect
    return np.asarray((uv - (x0, y1)) * (size[0] / (x1 - x0), size[1] / (y0 - y1)))


def paint_dots(
    painter: QPainter, dots: Dots, rect: Rectangle, size: tuple[int, int], theme: Theme, grain: float
) -> None:
    """The largest first, so that no small one is hidden; those of one size and group with one call.

    grain  pixels of the picture to a logical one
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    seen = np.isfinite(dots.uv).all(axis=1)
    places = _pixels(dots.uv[seen], rect, size)
    groups = np.full(len(places), -9) if dots.groups is None else dots.groups[seen]
    widths = dots.widths[seen]
    for width, group in sorted(set(zip(widths.tolist(), groups.tolist(), strict=True)), key=lambda kind: -kind[0]):
        own = QPolygonF([QPointF(x, y) for x, y in places[(widths == width) & (groups == group)].tolist()])
        colour = theme.role(dots.role).colour if group == -9 else theme.class_colour(group)
        for ink, wide in ((rim(theme, colour), width + RIM), (QColor(colour), width)):
            pen = QPen(ink, wide * grain)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPoints(own)
