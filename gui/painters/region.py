"""Regions: the tint of what a model says, behind everything else.

Areas with curved borders are computed elsewhere, and here their pictures are shown. Straight borders are drawn as the
lines they are, at once and at any zoom, and so are the areas between them, unless their tint has a depth.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Protocol, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from engine.core.marks import Region
from engine.data.plane import Plane
from engine.models.flat import LinearScores
from gui.painters.asking import PATIENCE, AskingPainter
from gui.painters.painter import Screen, View, Work
from gui.regions.asked import Predicts
from gui.regions.banded import answered
from gui.regions.flat import Area, Divide, divider_by, flat_scores, sides
from gui.regions.graded import graded, grades
from gui.regions.levels import Rectangle
from gui.regions.request import Picture, Request
from gui.regions.tinted import HATCH, INK, STRIPE

LAYER = -100.0
EDGE = 1.6
"""The width of the line between two areas, in pixels."""
SURE = 0.03
"""Seconds after the question for which painting waits for the areas of a model that answers by scores: they are there
after a few milliseconds, or on a busy machine as soon as it lets them be.
"""


class Asking(Protocol):
    """A mark with a model that is asked everywhere."""

    @property
    def model(self) -> Predicts: ...


A = TypeVar("A", bound=Asking)
"""The kind of mark whose areas are drawn."""


class AreaPainter(AskingPainter[A, Request, Picture]):
    """Shows the areas of a model as a picture."""

    @property
    def patience(self) -> float:
        return PATIENCE if self._asked is None or self._asked.scores is None else SURE

    def draw(self, mark: A) -> None:
        if hasattr(mark.model, "predict"):
            self.ask(mark)
            self.show(LAYER)
        else:
            self.clear()

    def work(self, ratio: float, fine: bool = True) -> Work | None:
        """Every pixel of a figure is asked, or only where neighbours disagree."""
        if not self.asks:
            return None
        request = self._request(round(self.view.box.width() * ratio), round(self.view.box.height() * ratio))
        return None if request is None else Work(partial(answered, replace(request, grain=ratio), fine), self._put)

    def paint(self, painter: QPainter, screen: Screen) -> None:
        self.wait_a_moment()
        if self.shown is not None:
            x0, x1, y0, y1 = self.shown.rect
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.shown.stage == "coarse")
            painter.drawImage(screen.rect(x0, y0, x1, y1), self.shown.image)
            self.painted()


class RegionPainter(AreaPainter[Region]):
    """The areas of one model.

    divide  divides a part of the plane between the answers of a model with straight borders; None if they are curved
    scores  those of the view by which it answers, if it answers by such
    """

    divide: Divide | None = None
    scores: LinearScores | None = None

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._of: tuple[object, Plane | None] | None = None
        self._deep = self._grades = False
        self._divided: tuple[Rectangle, list[Area]] | None = None

    def draw(self, mark: Region) -> None:
        plane, of = self.view.lifting_plane(), self._of
        if of is None or mark.model is not of[0] or plane is not of[1]:  # both halves of a round have one model
            self._of, self.scores, self._divided = (mark.model, plane), flat_scores(mark.model, plane), None
            self.divide = divider_by(self.scores, mark.model, plane)
        self._deep = mark.show != "labels" and hasattr(mark.model, "predict_proba")  # quicker than to ask a protocol
        self._grades = self._deep and not (mark.levels or mark.heights) and grades(self.scores)
        super().draw(mark)

    def clear(self) -> None:
        super().clear()
        self._of = None

    @property
    def asks(self) -> bool:
        return self.divide is None or (self._deep and not self._grades)

    def request(self, mark: Region, width: int, height: int) -> Request:
        plane, theme = self.view.lifting_plane(), self.theme
        return Request(
            mark.model, plane, self.rect(), width, height, mark.show, theme, mark.levels, self.divide is None,
            scores=self.scores, heights=mark.heights, scale=self.view.shading,
        )  # fmt: skip

    def areas(self) -> list[Area]:
        """The polygons of the visible part, divided anew when another part is seen."""
        if self.divide is None:
            return []
        if self._divided is None or self._divided[0] != self.rect():
            self._divided = (self.rect(), self.divide(self.rect()))
        return self._divided[1]

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if self.asks:
            super().paint(painter, screen)
        else:
            self._paint_areas(painter, screen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._edge_pen())
        for side in sides(self.areas()):
            start, end = screen(side).tolist()
            painter.drawLine(QPointF(*start), QPointF(*end))

    def _paint_areas(self, painter: QPainter, screen: Screen) -> None:
        """Tints that meet under the lines: without smoothing, which would let the paper shine through between them."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for area in self.areas():
            tint = self._tint(area, screen)
            painter.setPen(QPen(Qt.PenStyle.NoPen) if self._grades else QPen(tint, 1.0))
            painter.setBrush(tint)
            polygon = QPolygonF([QPointF(x, y) for x, y in screen(area.corners).tolist()])
            painter.drawPolygon(polygon)
            if area.code < 0:
                self._paint_stripes(painter, polygon, screen.area)

    def _tint(self, area: Area, screen: Screen) -> QBrush:
        if self._grades and self.scores is not None:
            return graded(self.scores, area, screen.transform, self.theme)
        return QBrush(self.theme.region_colour(area.code))

    def _paint_stripes(self, painter: QPainter, polygon: QPolygonF, whole: QRectF) -> None:
        """Stripes from the upper right to the lower left where there is no class, or more than one."""
        path, box = QPainterPath(), polygon.boundingRect()
        path.addPolygon(polygon)
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        quiet = QColor(self.theme.quiet)
        quiet.setAlphaF(max(STRIPE))
        painter.setPen(QPen(quiet, len(STRIPE) / 2))
        first, last = (edge.x() + edge.y() - whole.left() - whole.top() for edge in (box.topLeft(), box.bottomRight()))
        for across in range(math.floor(first / HATCH) * HATCH, math.ceil(last), HATCH):
            start = QPointF(box.left(), whole.left() + whole.top() + across + len(STRIPE) / 2 - box.left())
            painter.drawLine(start, start + QPointF(box.width(), -box.width()))
        painter.restore()

    def _edge_pen(self) -> QPen:
        """Opaque, in what ink is on paper: a line that lets its ground through takes ten times as long."""
        return QPen(self.theme.mixed(self.theme.paper, self.theme.ink, INK), EDGE * self.scale)
