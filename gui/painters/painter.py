"""What every painter is, and the item most of them draw with.

A painter turns marks of one kind into a picture. It makes its graphics items once, in its constructor, and changes
them from then on. Most painters need one item that draws in pixels: `ScreenLayer` gives them that, with the widths of
lines and the sizes of points the same at every zoom, on every screen and in every export.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.data.plane import Plane
from gui.look.appearance import Appearance
from gui.look.shading import Scale
from gui.look.theme import Look, Theme
from gui.painters.text_box import paint_words
from gui.regions.levels import Rectangle
from gui.regions.service import RegionService

FARTHEST = 1e100
"""What lies farther out is not drawn: the squares of what is drawn must be numbers."""
EDGE = 0.5
"""What is nearer to the edge of the picture than so many pixels lies on it."""

M = TypeVar("M")
"""The kind of mark that a painter draws."""


class View(Protocol):
    """What a painter needs of the surface it draws on.

    box  the view box in which it puts its items;   widget  what that box stands in
    """

    appearance: Appearance

    @property
    def box(self) -> pg.ViewBox: ...

    @property
    def widget(self) -> pg.PlotWidget: ...

    @property
    def regions(self) -> RegionService:
        """The worker that rasterises regions."""

    def to_view(self, positions: np.ndarray, targets: np.ndarray | None = None) -> np.ndarray:
        """(m, 2) coordinates of the view for positions of the marks; where up is the target, at these targets (m,)."""

    def to_space(self, uv: np.ndarray) -> np.ndarray:
        """The positions of coordinates of the view (m, 2)."""

    def placed(
        self, positions: np.ndarray, rows: np.ndarray | None = None, targets: np.ndarray | None = None
    ) -> np.ndarray:
        """(m, 2) where points are drawn that stand for these rows of the run's data, or at these targets."""

    def lifting_plane(self) -> Plane | None:
        """What lifts the view to the features of a model; None where the coordinates are the features themselves."""

    @property
    def plane(self) -> Plane:
        """How the data are looked at, on whichever surface this is."""

    @property
    def enlarged(self) -> float:
        """The relative area of the points of the data."""

    def around(self, rows: np.ndarray | None) -> np.ndarray | float:
        """The relative areas of the points of these rows of the run's data, which a ring around one must clear."""

    @property
    def shading(self) -> Scale | None:
        """By which numbers to be predicted are shades; None where the target is no number."""

    def shades(self, rows: np.ndarray) -> np.ndarray | None:
        """(m,) the shades of these rows of the run's data; None where the target is no number."""

    def remark(self, words: str) -> None:
        """Say something of what is drawn."""

    def painters_of(self, kind: type) -> list[Painter[Any]]:
        """The painters there are for a kind of mark, in the order of the marks."""

    def name_bars(self, names: tuple[str, ...]) -> None:
        """Names instead of numbers along the lower axis; () for numbers."""


@dataclass(frozen=True)
class Work:
    """What must be computed before a figure can be painted.

    compute  on any thread; it yields how much of it is done, from 0 to 1, and may be given up at every yield
    take     hands the result to the painter, on the GUI thread
    """

    compute: Callable[[], Generator[float, None, Any]]
    take: Callable[[Any], None]


class Painter(ABC, Generic[M]):
    """Paints one mark at a time; the surface view keeps a pool of them and gives each the marks of its kind."""

    def __init__(self, view: View) -> None:
        self.view = view

    @abstractmethod
    def draw(self, mark: M) -> None:
        """Show this mark in place of the one before."""

    @abstractmethod
    def clear(self) -> None:
        """Show nothing, but keep the items for the next mark."""

    def restyle(self) -> None:
        """The theme or the text size changed; `draw` follows at once."""

    def work(self, ratio: float, fine: bool = True) -> Work | None:
        """What a figure with `ratio` pixels to a logical one waits for, to the last pixel or quickly; often nothing."""
        return None

    def close(self) -> None:
        """The view goes, and this painter with it: wait for what is still being computed."""


@dataclass(frozen=True)
class Screen:
    """Where the coordinates of a view lie in the window, in logical pixels.

    transform  from the view to pixels;   area  the visible part of the view, in pixels
    """

    transform: QTransform
    area: QRectF

    def __call__(self, uv: np.ndarray) -> np.ndarray:
        """(m, 2) pixels of positions (m, 2). A view is never turned; what is beyond all numbers is nowhere near."""
        t = self.transform
        with np.errstate(over="ignore"):
            return np.asarray(uv * (t.m11(), t.m22()) + (t.dx(), t.dy()))

    def back(self, xy: np.ndarray) -> np.ndarray:
        """(m, 2) positions of pixels (m, 2)."""
        t = self.transform
        with np.errstate(over="ignore"):
            return np.asarray((xy - (t.dx(), t.dy())) / (t.m11(), t.m22()))

    def sees(self, place: QPointF) -> bool:
        """Whether pixels are in the visible part; those on its edge are, to whichever side they were rounded."""
        return self.area.adjusted(-EDGE, -EDGE, EDGE, EDGE).contains(place)

    @property
    def part(self) -> Rectangle:
        """The visible part of the view."""
        corners = np.array([(p.x(), p.y()) for p in (self.area.topLeft(), self.area.bottomRight())])
        (x0, y0), (x1, y1) = np.sort(self.back(corners), axis=0).tolist()
        return x0, x1, y0, y1

    def rect(self, x0: float, y0: float, x1: float, y1: float) -> QRectF:
        """The pixels of a rectangle of the view."""
        return self.transform.mapRect(QRectF(QPointF(x0, y0), QPointF(x1, y1)))


class ScreenItem(pg.GraphicsObject):
    """A graphics item as large as the view that lets its layer draw in pixels."""

    def __init__(self, layer: ScreenLayer, box: pg.ViewBox) -> None:
        super().__init__()
        self._layer, self._box = layer, box

    def boundingRect(self) -> QRectF:
        whole: QRectF = self._box.viewRect()
        return whole

    def viewTransformChanged(self) -> None:
        self.prepareGeometryChange()

    def pieces(self, painter: QPainter) -> Iterator[None]:
        """Paint for a figure, with a pause after each piece: ten thousand points do not block the event loop."""
        transform = self.sceneTransform()
        if transform.isInvertible():
            painter.setWorldTransform(between(transform, painter.worldTransform()))
            yield from self._layer.pieces(painter, Screen(transform, transform.mapRect(self._box.viewRect())))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        transform = self.sceneTransform()
        if not transform.isInvertible():  # zoomed beyond what a number can hold
            return
        painter.save()
        painter.setWorldTransform(between(transform, painter.worldTransform()))
        self._layer.paint(painter, Screen(transform, transform.mapRect(self._box.viewRect())))
        painter.restore()


def drawable(uv: np.ndarray) -> np.ndarray:
    """(m,) whether each position is neither missing nor too far out."""
    return np.asarray((np.abs(uv[:, 0]) <= FARTHEST) & (np.abs(uv[:, 1]) <= FARTHEST))


def all_drawable(uv: np.ndarray) -> bool:
    """The same of all positions at once, which of a million is told by the least and the greatest number."""
    return not uv.size or bool(uv.min() >= -FARTHEST and uv.max() <= FARTHEST)


def between(to_scene: QTransform, to_device: QTransform) -> QTransform:
    """From the pixels of the window to the device: nothing on the screen, a scale in an export.

    Rounded, because a scale of 1 + 1e-16 would cost Qt's quick paths for unscaled pictures. Worked out here, because
    Qt inverts no scale below 1e-12, and one value of 1e15 in the data makes such a one. A view is never turned.
    """
    if to_scene == to_device:
        return QTransform()
    s, t = to_scene, to_device
    across, up = s.dx() / s.m11(), s.dy() / s.m22()
    turned = (t.m11() / s.m11(), t.m12() / s.m11(), t.m21() / s.m22(), t.m22() / s.m22())
    moved = (t.dx() - across * t.m11() - up * t.m21(), t.dy() - across * t.m12() - up * t.m22())
    return QTransform(*(round(value, 6) for value in (*turned, *moved)))


class ScreenLayer(ABC):
    """One item that draws in pixels, with what is needed for it: looks, pens and the scale of the text."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.item = ScreenItem(self, view.box)
        self.item.hide()
        view.box.addItem(self.item, ignoreBounds=True)

    @abstractmethod
    def paint(self, painter: QPainter, screen: Screen) -> None:
        """Draw in logical pixels."""

    def pieces(self, painter: QPainter, screen: Screen) -> Iterator[None]:
        """The same for a figure, piece by piece where it may take long."""
        self.paint(painter, screen)
        yield

    def show(self, layer: float) -> None:
        """The picture changed: have it painted, above everything on a lower layer."""
        if self.item.zValue() != layer:  # pyqtgraph answers for an item that is told its place, old or new
            self.item.setZValue(layer)
        self.item.show()
        self.item.update()

    def clear(self) -> None:
        self.item.hide()

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return self.view.appearance.theme

    def look(self, role: str) -> Look:
        """How the theme draws a role."""
        return self.theme.role(role)

    def colour(self, role: str, group: int | None) -> QColor:
        """Colour of its class, or of its role if there is none."""
        return self.look(role).colour if group is None else self.theme.class_colour(group)

    @property
    def scale(self) -> float:
        """By how much everything is larger than usual (1.5 in presentation mode)."""
        return self.view.appearance.scale

    def pen(self, look: Look, colour: QColor | None = None, width: float | None = None) -> QPen:
        """The pen of a role, in its own colour or another."""
        pen = QPen(look.colour if colour is None else colour, (look.width if width is None else width) * self.scale)
        if look.dash:
            pen.setDashPattern(look.dash)
        dotted = bool(look.dash) and look.dash[0] <= 1  # square: round dots are curves, and take fifteen times as long
        pen.setCapStyle(Qt.PenCapStyle.SquareCap if dotted else Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return pen

    def write(
        self,
        painter: QPainter,
        place: QPointF,
        words: str,
        colour: QColor | str,
        anchor: tuple[float, float] = (0.5, 0.5),
        within: QRectF | None = None,
        weight: int = 400,
    ) -> QRectF:
        """Small words on paper, with the point `anchor` of their box at `place`; the box they took."""
        font, paper = self.view.appearance.font("small", weight=weight), QColor(self.theme.paper)
        return paint_words(painter, place, words, font, QColor(colour), anchor, paper, within)


class ScreenPainter(ScreenLayer, Painter[M]):
    """A painter that draws in pixels: it keeps what it needs in `draw` and draws it in `paint`."""
