"""A surface with two axes: it keeps one painter for each mark and hands the marks of every frame to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt, SignalInstance
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.core.surfaces import Surface
from engine.data.plane import Plane
from gui.canvas.surfaces.name_axis import number_axes
from gui.canvas.surfaces.still import Still
from gui.look.appearance import Appearance
from gui.look.shading import Scale
from gui.painters import EVERY_PAINTER, Drawn
from gui.painters.painter import Painter, all_drawable, drawable
from gui.painters.points import PointsPainter
from gui.painters.shaded import scale_of, shades_by
from gui.regions.service import RegionService
from gui.session.job import Frame
from gui.session.looks import SurfaceLook
from gui.session.session import Session

pg.setConfigOption("imageAxisOrder", "row-major")

MANY = 1_000
"""With more positions than this only a bounding box is computed."""
MARGIN = 0.08
"""The share of its size that a fitted view leaves free on each side of what it shows."""
NEAREST = 1e-100
"""Maximum magnification: the squares of a view must stay finite."""

Slot = Callable[..., object]


class SurfaceView(QWidget):
    """The base of the plane and of a chart.

    plot, box  the pyqtgraph plot and its view box, in which painters put their items
    frame      the frame whose marks are shown, or None before the first
    touched    whether the person has chosen what part is seen, where it would follow the run otherwise
    working    whether it is interactive: what is selected and held is shown, as it is not in a figure
    folded     whether its heading alone is seen
    """

    touched = False
    working = True
    folded = False

    def __init__(
        self, surface: Surface, session: Session, appearance: Appearance, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.surface, self.session, self.appearance = surface, session, appearance
        self.frame: Frame | None = None
        self.marks: tuple[Drawn, ...] = ()
        self._painters: dict[type, list[Painter[Any]]] = {}
        self._regions: RegionService | None = None
        self._subscriptions: list[tuple[SignalInstance, Slot]] = []
        self.destroyed.connect(partial(_stop, self.__dict__))
        self.widget = self._made_widget()
        self.widget.setAccessibleName(surface.name)
        self.still = Still(self.widget)
        self.plot: pg.PlotItem = self.widget.getPlotItem()
        self.box: pg.ViewBox = self.plot.getViewBox()
        self._prepare_plot()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(self.widget)
        self.dress()
        self.subscribe(appearance.changed, self.restyle)

    def _made_widget(self) -> pg.PlotWidget:
        return pg.PlotWidget(self, enableMenu=False, axisItems=number_axes())

    def _prepare_plot(self) -> None:
        self.plot.hideButtons()
        self.plot.ctrlMenu.setParent(self, Qt.WindowType.Popup)  # pyqtgraph makes it anyway: it goes with the view
        for side in ("top", "right"):
            self.plot.hideAxis(side)
        self.box.disableAutoRange()
        self.box.setAspectLocked(self.surface.square)
        self.widget.setFrameShape(pg.PlotWidget.Shape.NoFrame)

    # -- between the space of the marks and the view -------------------------------------------------------------------

    def to_view(self, positions: np.ndarray, targets: np.ndarray | None = None) -> np.ndarray:
        """(m, 2) coordinates of the view for positions (m, 2); the plane projects instead, and may need targets."""
        return np.asarray(positions, dtype=float).reshape(-1, 2)

    def said_at(self, positions: np.ndarray) -> np.ndarray | None:
        """(m,) what the model in view says at positions, on a plane where the target goes up."""
        return None

    def to_space(self, uv: np.ndarray) -> np.ndarray:
        """The positions of coordinates of the view; the plane lifts instead."""
        return np.asarray(uv, dtype=float).reshape(-1, 2)

    def placed(
        self, positions: np.ndarray, rows: np.ndarray | None = None, targets: np.ndarray | None = None
    ) -> np.ndarray:
        """Where points are drawn that stand for these rows of the run's data; the plane spreads levels a little."""
        return self.to_view(positions)

    def lifting_plane(self) -> Plane | None:
        """What lifts the view to the features of a model; None where the coordinates are the features themselves."""
        return None

    @property
    def plane(self) -> Plane:
        """How the data are looked at, on whichever surface this is."""
        return self.session.view.plane

    @property
    def enlarged(self) -> float:
        """The relative area of the points of the data; the plane draws a few points larger."""
        return 1.0

    def around(self, rows: np.ndarray | None) -> np.ndarray | float:
        """The same of the points of these rows, of which a mark may have made some larger."""
        return self.enlarged

    @property
    def shading(self) -> Scale | None:
        """By which numbers to be predicted are shades; None where the target is no number."""
        return scale_of(self.session.table.data)

    def shades(self, rows: np.ndarray) -> np.ndarray | None:
        """(m,) the shades of these rows of the run's data; None where the target is no number."""
        scale, data = self.shading, None if self.frame is None else self.frame.data
        return None if scale is None or data is None else shades_by(scale, data)[rows]

    def remark(self, words: str) -> None:
        """Say something of what is drawn; only the plane and a chart have a line for words."""

    def name_bars(self, names: tuple[str, ...]) -> None:
        """Names instead of numbers along the lower axis; only a chart has bars."""

    @property
    def regions(self) -> RegionService:
        """The worker that rasterises regions, started when the first one is drawn."""
        if self._regions is None:
            self._regions = RegionService()
            self._regions.crashed.connect(self.session.crashed)
        return self._regions

    def compute_nothing(self) -> None:
        """For a figure, whose maker has everything computed: no worker of its own, before the first mark is shown."""
        self._regions = RegionService(working=False)

    def subscribe(self, signal: SignalInstance, slot: Slot) -> None:
        """Follow a signal of something that lives longer than this view, until the view is closed."""
        signal.connect(slot)
        self._subscriptions.append((signal, slot))

    def close_down(self) -> None:
        """Disconnect all signals and stop the worker; nothing is drawn afterwards, and pending pictures are dropped."""
        while self._subscriptions:
            signal, slot = self._subscriptions.pop()
            signal.disconnect(slot)
        for painter in self.every_painter():
            painter.clear()
            painter.close()
        if self._regions is not None:
            self._regions.close()

    # -- marks ---------------------------------------------------------------------------------------------------------

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        """Draw these marks in place of the ones before, with the painters there are."""
        self.marks, self.frame = tuple(marks), frame
        used: dict[type, int] = dict.fromkeys(self._painters, 0)
        for mark in marks:
            kind = type(mark)
            self._painter(kind, used.setdefault(kind, 0)).draw(mark)
            used[kind] += 1
        for kind, count in used.items():
            for painter in self._painters[kind][count:]:
                painter.clear()

    def show_told(self, marks: Sequence[Drawn], frame: Frame) -> None:
        """Draw the marks of a whole frame, unless they are there with its sketch."""
        sketched = self.frame is not None and self.frame is frame.sketch and len(self.marks) == len(marks)
        if sketched and all(one is two for one, two in zip(self.marks, marks, strict=True)):
            self.frame = frame
        else:
            self.show_marks(marks, frame)

    def _painter(self, kind: type, ordinal: int) -> Painter[Any]:
        """The painter of the marks of a kind that come at this place in a frame."""
        pool = self._painters.setdefault(kind, [])
        while len(pool) <= ordinal:
            pool.append(EVERY_PAINTER[kind](self))
        return pool[ordinal]

    def painters_of(self, kind: type) -> list[Painter[Any]]:
        """The painters there are for a kind of mark, for tests and exports."""
        return self._painters.get(kind, [])

    def points_painters(self) -> list[PointsPainter]:
        """Every painter that draws points here."""
        return [painter for painter in self.every_painter() if isinstance(painter, PointsPainter)]

    def light(self, code: int | None) -> None:
        """Have the points of one class stand out; None for all alike."""
        for painter in self.points_painters():
            painter.light(code)

    def every_painter(self) -> list[Painter[Any]]:
        """All there are, of whatever kind, also those that show nothing now."""
        return [painter for pool in self._painters.values() for painter in pool]

    # -- looks ---------------------------------------------------------------------------------------------------------

    def restyle(self) -> None:
        """The theme or the text size changed."""
        self.dress()
        for painter in self.every_painter():
            painter.restyle()
        self.show_marks(self.marks, self.frame)

    def dress(self) -> None:
        """Paper, axes and their text in the colours of the theme."""
        theme = self.appearance.theme
        self.widget.setBackground(QColor(theme.paper))
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setPen(pg.mkPen(theme.mixed(theme.line, theme.quiet, 0.3), width=1))
            axis.setTextPen(pg.mkPen(theme.quiet))
            axis.setTickFont(self.appearance.font("small"))
            axis.setStyle(tickLength=-4, maxTickLevel=0, hideOverlappingLabels=True)
            axis.label.setFont(self.appearance.font("small"))
        self.label_axes(self.surface.x, self.surface.y)

    def label_axes(self, x: str, y: str) -> None:
        """The words along the axes; "" for none."""
        for side, words in (("bottom", x), ("left", y)):
            axis = self.plot.getAxis(side)
            axis.setLabel(words)
            axis.showLabel(bool(words))
            axis.resizeEvent()  # an axis puts its words in the middle only when its size changes

    # -- what is visible -----------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the stated part of the surface, or all of its marks."""
        if self.surface.view is not None:
            x0, x1, y0, y1 = self.surface.view
            self.box.setRange(QRectF(x0, y0, x1 - x0, y1 - y0), padding=0, disableAutoRange=True)
            return
        if (bounds := bounds_of(self.extents())) is not None:
            self.box.setRange(bounds, padding=0, disableAutoRange=True)

    def zoom(self, by: float) -> None:
        """Show things so many times as large, around the middle of what is seen."""
        self.box.scaleBy((1 / by, 1 / by))
        self.box.sigRangeChangedManually.emit([True, True])

    def pan(self, right: float, up: float) -> None:
        """Look farther to the right and up, by shares of what is seen."""
        seen = self.box.viewRect()
        up = -up if self.box.yInverted() else up
        self.box.translateBy(x=right * seen.width(), y=up * seen.height())
        self.box.sigRangeChangedManually.emit([True, True])

    def look_like(self, other: SurfaceView) -> None:
        """Show the part that another view of this surface was asked to show, on the same scales."""
        if other.box.targetRect() != self.box.targetRect():
            self.box.setRange(other.box.targetRect(), padding=0, disableAutoRange=True)

    def look(self) -> SurfaceLook:
        """The visible part, to be restored later."""
        part = self.box.targetRect()  # what was asked for: with equal scales more may be in view
        sizes = (part.x(), part.y(), part.width(), part.height())
        there = part.isValid() and bool(np.isfinite(sizes).all())
        return SurfaceLook(self.surface.kind, self.surface.name, None, sizes if there else (), self.touched)

    def show_look(self, look: SurfaceLook) -> None:
        """Show the part that was seen."""
        if look.part:
            self.box.setRange(QRectF(*look.part), padding=0, disableAutoRange=True)
            self.touched = look.touched

    def extents(self) -> np.ndarray:
        """(m, 2) positions that a fitted view must show."""
        fields = ("positions", "starts", "ends", "position")
        found = [np.atleast_2d(getattr(mark, name)) for mark in self.marks for name in fields if hasattr(mark, name)]
        return np.vstack([outermost(self.to_view(positions)) for positions in found]) if found else np.zeros((0, 2))


def _stop(kept: dict[str, object]) -> None:
    """The widget is gone: its worker must not outlive it."""
    if isinstance(regions := kept.get("_regions"), RegionService):
        regions.close()


def outermost(uv: np.ndarray) -> np.ndarray:
    """Two corners between which many positions lie; few, and those of which some cannot be drawn, as they are."""
    if len(uv) <= MANY or not all_drawable(uv):
        return uv
    return np.array([[end(axis) for axis in uv.T] for end in (np.min, np.max)])


def bounds_of(uv: np.ndarray, margin: float = MARGIN) -> QRectF | None:
    """The rectangle around positions that can be drawn, with a margin; None when there are none."""
    there = drawable(uv)
    if not there.any():
        return None
    seen = uv if there.all() else uv[there]
    low, high = (np.array([end(axis) for axis in seen.T]) for end in (np.min, np.max))  # quicker than along axis 0
    size = high - low
    widest = float(size.max()) if size.max() > NEAREST else 2.0
    size = np.where(size > np.maximum(1e-9 * np.maximum(np.abs(low), np.abs(high)), NEAREST), size, widest)
    centre, half = (low + high) / 2, size * (0.5 + margin)
    return QRectF(centre[0] - half[0], centre[1] - half[1], 2 * half[0], 2 * half[1])
