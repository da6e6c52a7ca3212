"""Regions: the tint of what a model says, behind everything else.

Areas with curved borders are computed elsewhere, and here their pictures are shown. Straight borders are drawn as the
lines they are, at once and at any zoom, and so are the areas between them, unless their tint has a depth.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Protocol, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from engine.core.marks import Region
from engine.data.plane import Plane
from engine.models.flat import LinearScores
from gui.canvas.painters.painter import Screen, ScreenPainter, View, Work
from gui.canvas.regions.asked import Predicts
from gui.canvas.regions.banded import answered
from gui.canvas.regions.flat import Area, Divide, divider_by, flat_scores, sides
from gui.canvas.regions.graded import graded, grades
from gui.canvas.regions.levels import Rectangle
from gui.canvas.regions.request import Picture, Request
from gui.canvas.regions.tinted import HATCH, INK, STRIPE

LAYER = -100.0
EDGE = 1.6
"""The width of the line between two areas, in pixels."""
PATIENCE, SURE = 0.006, 0.03
"""Seconds after the question for which painting waits, so that the areas of a fast model move with its line; of one
that answers by scores they are there after a few milliseconds, or on a busy machine as soon as it lets them be.
"""

_keys = count()


class Asking(Protocol):
    """A mark with a model that is asked everywhere."""

    @property
    def model(self) -> Predicts: ...


A = TypeVar("A", bound=Asking)
"""The kind of mark whose areas are drawn."""


class AreaPainter(ScreenPainter[A]):
    """Shows the newest picture there is, and asks for a new one when the model or the visible part changed."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._key = next(_keys)
        self.mark: A | None = None
        self._asked: Request | None = None
        self._painted: Request | None = None
        self._features = 0
        self.shown: Picture | None = None
        view.regions.ready.connect(self._take)
        view.box.sigRangeChanged.connect(self._look_again)
        view.box.sigResized.connect(self._look_again)

    @property
    def rastered(self) -> bool:
        """Whether the areas are a picture that is computed elsewhere."""
        return True

    @abstractmethod
    def request(self, mark: A, width: int, height: int) -> Request:
        """What is visible now, in so many pixels."""

    def draw(self, mark: A) -> None:
        plane = self.view.lifting_plane()
        self.mark, self._features = mark, 0 if plane is None else len(plane.origin)
        if hasattr(mark.model, "predict"):
            self._ask()
            self.show(LAYER)
        else:
            self.clear()

    def clear(self) -> None:
        super().clear()
        self.mark = self._asked = self.shown = None
        self.view.regions.forget(self._key)

    def _look_again(self) -> None:
        """Another part of the plane is visible: keep the picture where it was until there is a new one."""
        plane = self.view.lifting_plane()
        fits = plane is None or len(plane.origin) == self._features  # another data set may be on its way
        if self.mark is not None and self.item.isVisible() and fits:
            self._ask()

    def _ask(self) -> None:
        if not self.rastered:
            self._asked = self.shown = None
            self.view.regions.forget(self._key)
            return
        ratio = self.view.widget.devicePixelRatioF()
        request = self._request(round(self.view.box.width() * ratio), round(self.view.box.height() * ratio))
        if request is not None and not request.same_as(self._asked):
            self._asked = request
            self.view.regions.ask(self._key, request, hasty=True)

    def _request(self, width: int, height: int) -> Request | None:
        """What is visible now; None while the view has no size."""
        if width < 2 or height < 2 or self.mark is None:
            return None
        return self.request(self.mark, width, height)

    def _rect(self) -> Rectangle:
        """The visible part of the view: x0, x1, y0, y1."""
        (x0, x1), (y0, y1) = self.view.box.viewRange()
        return x0, x1, y0, y1

    def _take(self, key: int, made: Picture) -> None:
        if key == self._key and made is not self.shown and self._fits(made) and not self._has_finer(made):
            self.shown = made
            self.item.update()

    def _fits(self, made: Picture) -> bool:
        """Whether it is the picture that was asked for; until there is one, the newest that can stand for it."""
        if made.request is self._asked:
            return True
        waits = self.shown is None or self.shown.request is not self._asked
        return waits and made.request.stands_for(self._asked)

    def _has_finer(self, made: Picture) -> bool:
        """Whether a finer picture of the same has been fetched before this one was told of."""
        same = self.shown is not None and self.shown.request is made.request
        return same and self.shown is not None and made.image.width() < self.shown.image.width()

    def work(self, ratio: float, fine: bool = True) -> Work | None:
        """Every pixel of a figure is asked, or only where neighbours disagree."""
        if not self.rastered:
            return None
        request = self._request(round(self.view.box.width() * ratio), round(self.view.box.height() * ratio))
        return None if request is None else Work(partial(answered, replace(request, grain=ratio), fine), self._put)

    def _put(self, made: Picture) -> None:
        """Show what a figure had computed."""
        self._asked = made.request
        self._take(self._key, made)

    @property
    def settled(self) -> bool:
        """Whether what is shown is what was asked for, to the pixel."""
        return self.current and (self.shown is None or self.shown.stage != "coarse")

    @property
    def exact(self) -> bool:
        """Whether the model was asked at every pixel of what is shown."""
        return self.current and (self.shown is None or self.shown.stage == "exact")

    @property
    def current(self) -> bool:
        """Whether what is shown is of what was asked for, however coarse."""
        return not self.rastered or (self.shown is not None and self.shown.request is self._asked)

    # -- painting ------------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, screen: Screen) -> None:
        self._wait_a_moment()
        if self.shown is not None:
            x0, x1, y0, y1 = self.shown.rect
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.shown.stage == "coarse")
            painter.drawImage(screen.rect(x0, y0, x1, y1), self.shown.image)
            if self._painted is not self.shown.request is self._asked:
                self._painted = self._asked  # once what lies above it is painted too
                QTimer.singleShot(0, partial(self.view.regions.painted, self._key))

    def _wait_a_moment(self) -> None:
        """Give a fast model the time to finish, so that its areas move in the same picture as its line; of a slow one
        take a first look at them.
        """
        if self._asked is not None and (self.shown is None or self.shown.request is not self._asked):
            patience = PATIENCE if self._asked.scores is None else SURE
            self.shown = self.view.regions.wait(self._key, self._asked, patience) or self.shown


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
    def rastered(self) -> bool:
        return self.divide is None or (self._deep and not self._grades)

    def request(self, mark: Region, width: int, height: int) -> Request:
        plane, theme = self.view.lifting_plane(), self.theme
        return Request(
            mark.model, plane, self._rect(), width, height, mark.show, theme, mark.levels, self.divide is None,
            scores=self.scores, heights=mark.heights, scale=self.view.shading,
        )  # fmt: skip

    def areas(self) -> list[Area]:
        """The polygons of the visible part, divided anew when another part is seen."""
        if self.divide is None:
            return []
        if self._divided is None or self._divided[0] != self._rect():
            self._divided = (self._rect(), self.divide(self._rect()))
        return self._divided[1]

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if self.rastered:
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
