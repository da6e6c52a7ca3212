"""A surface with two axes and numbers on them: an error surface, a density, a projection, bars."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QWidget

from engine.core.algorithm import Handle
from engine.core.marks import Bars, Points
from engine.core.mesh import Mesh
from engine.core.surfaces import Surface
from engine.data.dataset import Column
from gui.canvas.surfaces.caption import Caption
from gui.canvas.surfaces.chart_counts import counts
from gui.canvas.surfaces.chart_widget import ChartWidget
from gui.canvas.surfaces.chart_words import bar_at, dot_at, told_at
from gui.canvas.surfaces.name_axis import NameAxis
from gui.canvas.surfaces.surface_view import SurfaceView, bounds_of
from gui.canvas.tools.holding import Hold
from gui.canvas.tools.tool import told
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.painters import Drawn
from gui.painters.mesh import MeshPainter
from gui.painters.painter import drawable
from gui.painters.points import PointsPainter
from gui.session.coordinates import shows_dates
from gui.session.job import Frame
from gui.session.placing import gripped, handle_for, placed
from gui.session.session import Session

NEAR = 12.0
"""Pixels within which a point is meant by the mouse."""
FAR = 3.0
"""A view that is this many times as wide as what it shows, or would be if it grew, is fitted afresh.

One that is higher is left as it is: that bars and curves have become low is what it tells.
"""
NOTHING = QRectF(-5.0, -5.0, 10.0, 10.0)
"""State of a function that the pointer is not on."""
HEADROOM = 0.1
"""The name of a line over bars stands above its end: so much of the height is left for it."""


class ChartView(SurfaceView):
    """Its range stays while a run goes on, and grows when marks leave it; the person's own zoom wins until `fit`.

    touched  whether the person has moved or enlarged the chart
    """

    widget: ChartWidget

    def __init__(
        self, surface: Surface, session: Session, appearance: Appearance, parent: QWidget | None = None
    ) -> None:
        super().__init__(surface, session, appearance, parent)
        self.caption = Caption(self)
        self.column.addWidget(self.caption)
        self.remark("")

    def _made_widget(self) -> ChartWidget:
        return ChartWidget(self, self)

    def _prepare_plot(self) -> None:
        super()._prepare_plot()
        self.touched = False
        self._fresh, self._stated = True, self._frame_of()
        self.axis: NameAxis = self.plot.getAxis("bottom")
        for side in ("bottom", "left"):
            self.plot.showAxis(side, self.surface.axes)
        self.rings = PointsPainter(self)
        self.box.sigRangeChangedManually.connect(self._touch)
        self.box.sigRangeChanged.connect(self._arrange_names)
        self.box.sigResized.connect(self._arrange_names)
        scene = self.plot.scene()
        scene.sigMouseClicked.connect(self._clicked)
        scene.sigMouseMoved.connect(self._hovered)
        self.subscribe(self.session.run_changed, self._begin)
        self.subscribe(self.session.selection.changed, self.show_selection)
        self.subscribe(self.session.view.changed, self._look_again)
        self.subscribe(self.session.view.tool_changed, self._hint)

    def _touch(self) -> None:
        self.touched = True

    def _begin(self, lane: int) -> None:
        """Another run may need another range."""
        self._fresh = True

    def remark(self, words: str) -> None:
        """Say below it something of what is drawn; "" for nothing."""
        self.caption.tell((words,), measured=False, equal=True, chosen=False)

    @property
    def _columns(self) -> Sequence[Column]:
        """The columns of the data that the chart is about, the target among them."""
        return (*self.frame.data.columns, self.frame.data.target_column) if self.frame is not None else ()

    def name_bars(self, names: tuple[str, ...]) -> None:
        """Names instead of numbers along the lower axis."""
        self.axis.set_names(names)

    def _arrange_names(self) -> None:
        if self.axis.names:
            self.axis.arrange()

    def dress(self) -> None:
        super().dress()
        self.axis.arrange()

    # -- marks ---------------------------------------------------------------------------------------------------------

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        super().show_marks(marks, frame)
        for side, number, words in (("bottom", 0, self.surface.x), ("left", 1, self.surface.y)):
            self.plot.getAxis(side).set_counts(counts(marks, number))
            self.plot.getAxis(side).set_dates(shows_dates(words, self._columns))
        self._follow()
        self.show_selection()
        self._hint()

    def _look_again(self) -> None:
        """Another plane through the features: its grid lines are others."""
        if any(isinstance(mark, Mesh) for mark in self.marks):
            self.show_marks(self.marks, self.frame)

    def extents(self) -> np.ndarray:
        """(m, 2) positions that a fitted chart must show; bars stand on 0."""
        bars = [_corners(mark) for mark in self.marks if isinstance(mark, Bars)]
        bent = [painter.uv for painter in self.painters_of(Mesh) if isinstance(painter, MeshPainter)]
        return np.vstack([super().extents(), *bars, *bent])

    def fit(self) -> None:
        """The stated part, or all marks; a chart of nothing but a function shows the surroundings of 0."""
        self.touched, self._fresh = False, not self._tells_range()
        self._stated = self._frame_of()
        if self.surface.view is not None:
            return super().fit()
        self.box.setRange(self._around() or NOTHING, padding=0, disableAutoRange=True)

    def _tells_range(self) -> bool:
        """Whether the range of what is drawn may stay: it is of the step that is wanted, and not flat."""
        if self.frame is not None and self.frame.provisional:
            return False
        there = (corners := self.extents())[drawable(corners)]
        return not len(there) or bool((there.min(axis=0) < there.max(axis=0)).all())

    def _frame_of(self) -> tuple[object, str, str]:
        """What the range is for: the part that is stated, and what the axes measure."""
        return self.surface.view, self.surface.x, self.surface.y

    def _around(self) -> QRectF | None:
        """The rectangle around all marks with a margin; hardly any beside bars, none below those that stand on 0."""
        corners = self.extents()
        bounds = bounds_of(corners)
        if bounds is not None and any(isinstance(mark, Bars) for mark in self.marks):
            bounds.setLeft(corners[:, 0].min() - 0.1)
            bounds.setRight(corners[:, 0].max() + 0.1)
            bounds.setTop(0.0 if corners[:, 1].min() == 0 else bounds.top())
            if any(isinstance(mark, Bars) and mark.line is not None and mark.line_label for mark in self.marks):
                bounds.setBottom(bounds.bottom() + HEADROOM * bounds.height())
        return bounds

    def _follow(self) -> None:
        """Keep the range unless another is stated, axes measure other things, or marks leave it or become tiny.

        A chart with nothing on it yet waits for its first marks: what surrounds 0 is no range to grow from. Nor is that
        of a flat line, or of a step that only stands in for the one that is wanted: which are seen is a matter of time.
        """
        if self.touched or self.widget.busy or not self.marks:
            return
        if self._fresh or self._frame_of() != self._stated:
            return self.fit()
        bounds = self._around()
        if bounds is None or self.surface.view is not None:
            return
        seen = self.box.viewRect()
        grown = seen if seen.contains(_core(bounds)) else seen.united(bounds)
        if bounds.width() * FAR < grown.width():
            self.fit()
        elif grown != seen:
            self.box.setRange(grown, padding=0, disableAutoRange=True)

    def let_go(self) -> None:
        """The drag has ended: the range may follow the marks again."""
        self._follow()

    # -- the points that stand for rows --------------------------------------------------------------------------------

    def row_points(self) -> tuple[np.ndarray, np.ndarray]:
        """The row numbers of the session's data that are drawn here, and where (m, 2)."""
        shown = [mark for mark in self.marks if isinstance(mark, Points) and mark.rows is not None]
        if not shown or self.frame is None:
            return np.zeros(0, dtype=np.intp), np.zeros((0, 2))
        rows = np.concatenate([self.frame.rows[mark.rows] for mark in shown])
        return rows, np.vstack([self.to_view(mark.positions) for mark in shown])

    def show_selection(self) -> None:
        """Ring the points of the rows that are selected anywhere."""
        rows, places = self.row_points()
        chosen = places[np.isin(rows, np.asarray(self.session.selection.rows, dtype=np.intp))]
        self.rings.show_points(chosen if self.working else chosen[:0], "selected")

    def row_at(self, place: QPointF) -> int | None:
        """The row whose point is nearest to a position of the scene, if it is near."""
        rows, places = self.row_points()
        if not len(rows):
            return None
        corner, unit = self.box.mapSceneToView(place), self.box.viewPixelSize()
        squares = (((places - [corner.x(), corner.y()]) / unit) ** 2).sum(axis=1)
        squares = np.where(np.isfinite(squares), squares, np.inf)
        nearest = int(np.argmin(squares))
        return int(rows[nearest]) if squares[nearest] <= NEAR**2 else None

    def _hovered(self, place: QPointF) -> None:
        """Name what is under the mouse: something to hold, a row, a bar, a curve."""
        grip, row = self.widget.grip_at(place), self.row_at(place)
        clicks = self.step_at(place) is not None
        hand = Qt.CursorShape.OpenHandCursor if grip is not None else Qt.CursorShape.PointingHandCursor
        self.widget.setCursor(hand if grip is not None or clicks else Qt.CursorShape.ArrowCursor)
        self.session.selection.point_at(row if grip is None else None)
        if grip is not None:
            axes = (self.surface.x or "x", self.surface.y or "y")
            words = grip.told([axes[axis] for axis in grip.axes], self.session.table.data)
        elif row is not None:
            words = told(self.session.table.data, row)
        else:
            words = told_at(
                self.marks, self._corner(place), self._unit(), (self.surface.x, self.surface.y), self._columns
            )
        self.widget.setToolTip(plain(words))

    def _corner(self, place: QPointF) -> np.ndarray:
        """(2,) the coordinates of a position of the scene."""
        corner = self.box.mapSceneToView(place)
        return np.array([corner.x(), corner.y()])

    def _unit(self) -> np.ndarray:
        """(2,) the size of a pixel."""
        return np.array(self.box.viewPixelSize())

    def step_at(self, place: QPointF) -> int | None:
        """The step that the dot, or the bar, at a position of the scene is about."""
        found = dot_at(self.marks, self._corner(place), self._unit()) or bar_at(self.marks, self._corner(place))
        if found is None or found[0].steps is None or found[0].steps[found[1]] < 0:
            return None
        return int(found[0].steps[found[1]])

    def pixels(self, uv: np.ndarray) -> np.ndarray:
        """(m, 2) pixels of the widget of coordinates (m, 2)."""
        (x0, x1), (y0, y1) = self.box.viewRange()
        area = self.box.sceneBoundingRect()
        across, up = (uv[:, 0] - x0) / (x1 - x0), (uv[:, 1] - y0) / (y1 - y0)
        return np.column_stack([area.left() + across * area.width(), area.bottom() - up * area.height()])

    # -- clicks --------------------------------------------------------------------------------------------------------

    def handle(self) -> Handle | None:
        """What can be placed on this chart, with the lane's parameters, to say where the run begins."""
        return handle_for(self.session.lane, self.surface) if self.session.lanes else None

    def _hint(self) -> None:
        handle = self.handle()
        if handle is not None and self.session.view.tool == "start":
            words = f"Click to place {handle.label}: the run begins there."
        elif handle is not None:
            words = f"Choose the start tool to place {handle.label} here."
        else:
            words = "Drag to move the chart, turn the wheel to enlarge it, double-click to see all of it."
        self.setStatusTip(words)

    def _clicked(self, event: MouseClickEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.box.sceneBoundingRect().contains(event.scenePos()):
            return
        if self.session.view.tool == "start" and self.handle() is not None:
            event.accept()
            self.place_start(self.box.mapSceneToView(event.scenePos()))
        elif event.double():
            self.fit()
        elif (step := self.step_at(event.scenePos())) is not None:
            self.session.go_to(step)
        elif self.session.view.tool == "select":
            self._select(event)

    def _select(self, event: MouseClickEvent) -> None:
        row = self.row_at(event.scenePos())
        kept = self.session.selection.rows if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else ()
        self.session.selection.select(kept if row is None else tuple(dict.fromkeys((*kept, row))))

    def place_start(self, place: QPointF) -> None:
        """Begin the run at a position of the chart; the oldest handle gives way when all have been placed."""
        handle, frame = self.handle(), self.frame
        if handle is None or frame is None:
            return
        lane = self.session.lane
        there = placed(lane.start, handle, np.array([place.x(), place.y()]), lane.params, frame.data)
        grip = gripped(handle, len(there) - 1, there, lane.start)
        Hold(self.session, grip, f"place {handle.label}").move(there[-1])


def _corners(mark: Bars) -> np.ndarray:
    """The corners of the rectangle that bars and their line fill."""
    heights = mark.tops if mark.line is None else np.concatenate([mark.tops, mark.line])
    heights = np.append(heights[np.isfinite(heights)], 0.0)
    return np.array([[-0.5, heights.min()], [len(mark.values) - 0.5, heights.max()]])


def _core(bounds: QRectF) -> QRectF:
    """A little less than the bounds with their margin: marks may come close to the edge."""
    x, y = 0.06 * bounds.width(), 0.06 * bounds.height()
    return bounds.adjusted(x, y, -x, -y)
