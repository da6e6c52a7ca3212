"""The plane: the data of the session in two dimensions, the marks of a frame over it, and the tools of the mouse.

The points are those of the session, so they follow the mouse whatever the run takes; marks come with the frame, in one
picture with them if it is there in time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from engine.core.marks import Points
from engine.core.surfaces import Surface
from engine.data.plane import Plane, alike
from engine.data.split import PARTS
from gui.canvas.surfaces.caption import WHY, Caption, Unringed, hidden, left_out, mistaken
from gui.canvas.surfaces.in_view import InView
from gui.canvas.surfaces.jitter import jitter
from gui.canvas.surfaces.overlay import Overlay
from gui.canvas.surfaces.plane_widget import PlaneWidget
from gui.canvas.surfaces.pointed_view import PointedView
from gui.canvas.surfaces.regrouped import mixed, regrouped, regrouping, resized, surrounding
from gui.canvas.surfaces.surface_view import MARGIN, SurfaceView, bounds_of, outermost
from gui.canvas.surfaces.upright import heights, shown_upright
from gui.look.appearance import Appearance
from gui.painters import Drawn
from gui.painters.points import PointsPainter
from gui.painters.responses import ResponsesPainter
from gui.painters.shaded import shades_of
from gui.regions.compared import Compared
from gui.regions.responses import Responses
from gui.session.continuity import continues
from gui.session.job import Frame
from gui.session.looks import SurfaceLook
from gui.session.rows import NO_ROWS
from gui.session.session import Session

NOTHING = QRectF(-5.0, -5.0, 10.0, 10.0)
"""What an empty plane shows."""
JUDGING, UNTOUCHED = 0.55, 0.12
"""The relative areas of the points for validation, which are hollow, and of those for test, which are dots."""
FEW, WIDE = 12, 0.25
"""Around so few points the view has a wider margin: the lines of a method run outside of them as often as between."""
LARGE = 40
"""At most this number of points are drawn twice as large, to be visible from the back row."""
OFF_CURVE = "a residual ends at the answer for its own row, off the curve where its other features differ"
COMING = "the plane that is wanted is being computed; this is the one before"


class PlaneView(PointedView):
    """Draws the data, hands mouse and keys to the tool in use, and says in words what it leaves out.

    equal  whether a unit is as long on both axes, so that angles are true: where a method in view rests on distances or
           angles, or there is none, and the rows are not too far spread along one axis for that; and wherever the
           person asks for it
    """

    widget: PlaneWidget

    def __init__(
        self, surface: Surface, session: Session, appearance: Appearance, parent: QWidget | None = None
    ) -> None:
        self._own: Points | None = None
        self._regrouped: tuple[Points, Frame, np.ndarray] | None = None
        self._data = session.table.data
        self._shown: tuple[np.ndarray, np.ndarray | None, Plane] | None = None
        self.uv = np.zeros((0, 2))
        self._remark, self._unringed, self._gone, self.equal = "", Unringed(), (0, 0), True
        self._chosen: bool | None = None
        self._metric = rests_on_distances(session)
        super().__init__(surface, session, appearance, parent)
        self._in_view = InView(self)
        self.widget.together.waited.connect(self.draw_data)
        self.training, self.validation, self.test = (PointsPainter(self) for _ in PARTS)
        self.selected, self.overlay = PointsPainter(self), Overlay(self)
        self.caption = Caption(self)
        self.caption.asked.connect(self.set_equal)
        self.column.addWidget(self.caption)
        self.setFocusProxy(self.widget)
        self.subscribe(session.table.data_changed, self.data_changed)
        self.subscribe(session.view.changed, self.view_changed)
        self.subscribe(session.view.residuals_changed, self.draw_again)
        self.subscribe(session.selection.changed, self.show_selection)
        self.subscribe(session.selection.hint_changed, self.show_selection)
        self.subscribe(session.view.tool_changed, self.tool_changed)
        self.subscribe(session.progressed, self.progressed)
        for signal in (session.run_changed, session.lanes_changed):
            self.subscribe(signal, self.method_changed)
        self.view_changed()

    def _made_widget(self) -> PlaneWidget:
        return PlaneWidget(self, self)

    # -- between the features and the view -----------------------------------------------------------------------------

    def to_view(self, positions: np.ndarray, targets: np.ndarray | None = None) -> np.ndarray:
        """(m, 2) coordinates on the plane of points (m, d)."""
        return self.session.view.plane.project(np.asarray(positions, dtype=float), targets)

    def to_space(self, uv: np.ndarray) -> np.ndarray:
        """(m, d) the points of the feature space at coordinates (m, 2)."""
        return self.session.view.plane.lift(uv)

    def targets_at(self, uv: np.ndarray) -> np.ndarray | None:
        """(m,) the targets at coordinates (m, 2), where the target goes up; None on any other plane."""
        return np.array(uv[:, 1]) if self.session.view.plane.target else None

    def placed(
        self, positions: np.ndarray, rows: np.ndarray | None = None, targets: np.ndarray | None = None
    ) -> np.ndarray:
        """Where points are drawn that stand for rows of the run's data, or the row asked about, spread as it is."""
        uv = self.to_view(positions, heights(self.frame, rows, targets))
        if self.session.view.plane.target and rows is None and targets is None:
            uv = self._on_curve(uv, positions)
        if not self.spread():
            return uv
        if rows is not None and self.frame is not None:
            return np.asarray(uv + jitter(self.frame.rows[rows], self.session.view.plane))
        query, row = self.session.view.query, self.session.view.asked_row
        if rows is not None or query is None or row is None or np.shape(positions)[1:] != query.shape:
            return uv
        there = (np.asarray(positions) == query).all(axis=1)
        return np.where(there[:, None], uv + jitter(np.array([row]), self.session.view.plane), uv)

    def _on_curve(self, uv: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Where the target goes up: the point that is asked about stands on its row, else on the curve of the model."""
        query, row, y = self.session.view.query, self.session.view.asked_row, self.session.table.data.y
        if query is None or np.shape(positions) != (1, len(query)) or not np.array_equal(positions[0], query):
            return uv
        said = y[[row]] if row is not None and y is not None else self.said_at(positions)
        height = self.box.viewRect().center().y() if said is None or not np.isfinite(said[0]) else said[0]
        return np.array([[uv[0, 0], height]])

    def said_at(self, positions: np.ndarray) -> np.ndarray | None:
        """(m,) what the model in view says at points (m, d), where the target goes up; None if there is none."""
        marks = [painter.mark for painter in self.painters_of(Responses) if isinstance(painter, ResponsesPainter)]
        functions = (one for mark in marks if mark is not None for one in mark.functions if one.kind == "model")
        model = next(functions, None)
        with np.errstate(all="ignore"):
            return None if model is None else model.ask(positions)[:, 0]

    def lifting_plane(self) -> Plane | None:
        return self.session.view.plane

    @property
    def enlarged(self) -> float:
        return 2.0 if self.session.table.data.n <= LARGE and self._parts() is None else 1.0

    def around(self, rows: np.ndarray | None) -> np.ndarray | float:
        return self.enlarged * surrounding(self._own, rows, 0 if self.frame is None else self.frame.data.n)

    def spread(self) -> bool:
        """Whether an axis has levels, on which points would hide each other."""
        return any(self.session.view.plane.ticks)

    # -- marks and data ------------------------------------------------------------------------------------------------

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        """Draw a frame; a Points mark that regroups or resizes the data takes the place of the points."""
        if frame is not None and not continues(frame.data, self.session.table.data):
            marks, frame = (), None
        self._own = regrouping(marks, frame)
        plane, own, residuals = self.session.view.plane, self._own, self.session.view.looks.residuals
        drawn = [mark for mark in marks if mark is not own]
        if plane.target and any(isinstance(mark, Compared) for mark in marks):
            self.remark("")  # of numbers it is seen how far the curves differ
        super().show_marks(shown_upright(drawn, frame, plane, residuals) if plane.target else drawn, frame)
        self.marks = tuple(marks)
        self.draw_data()
        self._unringed.count_those(marks, frame)
        self._say_caption()
        self.widget.framed()

    def data_changed(self) -> None:
        """An edit moves points and marks in one picture, if the frame comes at once; another data set starts afresh."""
        self.widget.tool.unsay()
        before, self._data = self._data, self.session.table.data
        if not continues(before, self._data):
            self.show_marks((), None)
        if (before.name, before.feature_names) != (self._data.name, self._data.feature_names):
            self.view_changed()
        else:
            if self.session.lanes:
                self.widget.together.edited()
            self._place_data() if self.widget.together.holding else self.draw_data()  # held, they are drawn with it
            self._say_caption()
            self._in_view.edited()
        self.overlay.refresh()

    def tool_changed(self) -> None:
        """Another tool has other handles; a slot of this widget, because Qt lets go of the slots of a QObject alone."""
        self.widget.lay_aside()

    def draw_again(self) -> None:
        """The marks there are, drawn otherwise."""
        self.show_marks(self.marks, self.frame)

    def progressed(self, lane: int) -> None:
        """More of a run is known; in presentation mode the picture says how many steps it has."""
        if self.appearance.presentation:
            self.overlay.refresh()

    def view_changed(self) -> None:
        """Another plane through the features."""
        self._chosen = None
        self.show_marks(self.marks, self.frame)
        self._label_plane()
        self.fit()

    def method_changed(self, *_: int) -> None:
        """Another method may rest on distances where the one before did not, or the other way round."""
        before, self._metric = self._metric, rests_on_distances(self.session)
        if before == self._metric or self._chosen is not None:
            return
        if self.touched:
            self._scale(self._scales_alike(outermost(self.uv)))
        else:
            self.fit()

    def draw_data(self) -> None:
        """The points of the session where they are now."""
        self._place_data()
        codes, parts = self.codes(), self._parts()
        areas, mixes = (of(self._own, self._fitting(), len(self.uv)) for of in (resized, mixed))
        if parts is None:
            sizes = self.enlarged * (1.0 if areas is None else areas)
            self.training.show_points(self.uv, "data", codes, sizes, mixed=mixes)
            self.validation.clear()
            self.test.clear()
        else:
            seen, judging, test = (parts == code for code in range(len(PARTS)))
            own, mix = (None if one is None else one[seen] for one in (codes, mixes))
            self.training.show_points(self.uv[seen], "data", own, 1.0 if areas is None else areas[seen], mixed=mix)
            for painter, there, area in ((self.validation, judging, JUDGING), (self.test, test, UNTOUCHED)):
                own = None if codes is None else codes[there]
                painter.show_points(self.uv[there], "data", own, area, hollow=area == JUDGING)
        self.show_selection()

    def _place_data(self) -> None:
        """Where the points of the data are on the plane now."""
        X, y, plane = self.session.table.data.X, self.session.table.data.y, self.session.view.plane
        if self._shown is not None and self._shown[0] is X and self._shown[1] is y and self._shown[2] == plane:
            return
        self._shown, self.uv = (X, y, plane), self.to_view(X, y if plane.target else None)
        if self.spread():
            self.uv = self.uv + jitter(np.arange(len(X)), plane)
        self._gone = left_out(self.uv)

    def group_names(self) -> tuple[str, ...]:
        """What the groups are called that the frame puts in the place of the classes; () for the classes."""
        return self._own.names if self._own is not None and self._fitting() is not None else ()

    def codes(self) -> np.ndarray | None:
        """(n,) the group of every row: its class or the shade of its number, or what the frame says instead."""
        data, frame = self.session.table.data, self._fitting()
        codes = data.y if data.target == "class" else shades_of(data)
        if self.session.view.plane.target:  # how high they stand says how great they are
            codes = np.zeros(data.n, dtype=np.int64)
        if self._own is None or self._own.groups is None or frame is None:
            return codes
        known = self._regrouped
        if known is None or known[0] is not self._own or known[1] is not frame or len(known[2]) != data.n:
            self._regrouped = known = self._own, frame, regrouped(self._own, frame, data.n)
        return known[2]

    def _parts(self) -> np.ndarray | None:
        """(n,) the part of each row; None while all are learnt from."""
        codes = self.session.table.data_parts().codes
        return codes if codes.any() and self._fitting() is not None else None

    def _fitting(self) -> Frame | None:
        """The frame, if its row numbers are those of the data, which may have changed since."""
        rows = np.zeros(0) if self.frame is None else self.frame.rows  # they ascend
        return self.frame if not len(rows) or rows[-1] < self.session.table.data.n else None

    def show_selection(self) -> None:
        """Ring the selected points, or those that a drawing under the mouse is about."""
        rows = (self.session.selection.hinted or self.session.selection.rows) if self.working else NO_ROWS
        uv, areas = self.uv_of(rows), resized(self._own, self._fitting(), len(self.uv))
        sizes = 1.0 if areas is None else np.maximum(areas[rows.places[: len(uv)]], 1.0)
        self.selected.show_points(uv, "selected", sizes=self.enlarged * sizes)

    def occupied(self) -> np.ndarray:
        """(m, 2) where the points of the data are, and corners of the curves."""
        curves = [one for one in self.painters_of(Responses) if isinstance(one, ResponsesPainter)]
        lines = [line for one in curves for _, line in one.lines()]
        return np.vstack([self.uv, *(np.column_stack([line.u, line.values[:, 0]]) for line in lines)])

    def points_painters(self) -> list[PointsPainter]:
        return [*super().points_painters(), self.training, self.validation, self.test]

    # -- words ---------------------------------------------------------------------------------------------------------

    def _label_plane(self) -> None:
        plane = self.session.view.plane
        self.label_axes(*plane.labels)
        for side, names, dates in zip(("bottom", "left"), plane.ticks, plane.dates, strict=True):
            self.plot.getAxis(side).set_dates(dates)
            self.plot.getAxis(side).setTicks([list(enumerate(names))] if names else None)
        self.plot.getAxis("left").setStyle(showValues=plane.target or bool(plane.axes[1].any()))

    def dress(self) -> None:
        super().dress()
        self._label_plane()

    def remark(self, words: str) -> None:
        """Say something of what is drawn below the plane, before what it leaves out."""
        if words != self._remark:
            self._remark = words
            self._say_caption()

    def _say_caption(self) -> None:
        plane = self.session.view.plane
        first = (COMING if self.session.view.planes.busy else "", self._remark, mistaken(self._unringed.count))
        nothing = self.frame is None and plane.caption.startswith("slice")  # without a model none is cut through
        words = (*first, "" if nothing else plane.caption, self._residual_words(), *map(hidden, self._gone, WHY))
        room = self._unringed.room or nothing
        self.caption.tell(words, plane.commensurable, self.equal, self._chosen is not None, room)

    def _residual_words(self) -> str:
        """The meaning of residuals where the curve is that of a slice."""
        marks = [one.mark for one in self.painters_of(Responses) if isinstance(one, ResponsesPainter)]
        drawn = any(mark is not None and mark.learnt is not None for mark in marks)
        return OFF_CURVE if drawn and self.session.table.data.d > 1 else ""

    # -- what is visible -----------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show all points of the data, and the one that is asked about."""
        self.touched = False
        uv = outermost(self.uv)
        self._scale(self._scales_alike(uv))
        if (query := self.session.view.query) is not None:
            uv = np.vstack([uv, self.placed(query[None])])
        part = bounds_of(uv, WIDE if len(self.uv) <= FEW else MARGIN) or NOTHING
        self.box.setRange(part, padding=0, disableAutoRange=True)
        self._in_view.fitted()

    def shape(self) -> float | None:
        """How many times as wide as high all points are with equal scales; None where their units are unlike.

        Where they fill their room it is as good: a cloud that is squeezed into a column is not drawn larger.
        """
        uv = outermost(self.uv)
        bounds = bounds_of(uv) if self.equal or (self.session.view.plane.measured and alike(uv)) else None
        return bounds.width() / bounds.height() if bounds is not None else None

    def fit_again(self) -> None:
        """Show all points in another room, unless a hand has chosen what part is seen."""
        if len(self.uv) and not self.touched:
            self.fit()

    def _scales_alike(self, uv: np.ndarray) -> bool:
        """Whether a unit is to be as long on both axes around these places (m, 2)."""
        usual = self._metric and alike(uv) if self._chosen is None else self._chosen
        return self.session.view.plane.commensurable and usual

    def set_equal(self, on: bool) -> None:
        """Make a unit as long on both axes, or let the rows fill the view again."""
        self._chosen = on
        self.fit()

    def look_like(self, other: SurfaceView) -> None:
        if isinstance(other, PlaneView):
            self._chosen, self.touched = other._chosen, other.touched
            self._scale(other.equal)
        super().look_like(other)

    def show_those_of(self, other: PlaneView) -> None:
        """Show the points that another plane of other proportions shows."""
        self._in_view.keep_those_of(other._in_view)

    def bring_into_view(self, uv: np.ndarray) -> None:
        """Show places (m, 2) that a hand has typed outside the view, together with what is seen now."""
        if self._in_view.bring(uv):
            self.box.sigRangeChangedManually.emit([True, True])  # this part was chosen by hand, on every plane

    def look(self) -> SurfaceLook:
        return replace(super().look(), equal=self._chosen)

    def show_look(self, look: SurfaceLook) -> None:
        if look.equal is not None:
            self._chosen = look.equal
            self._scale(look.equal)
        self.touched = look.touched
        super().show_look(look)

    def _scale(self, equal: bool) -> None:
        self.equal = equal
        self.box.setAspectLocked(equal)
        self._say_caption()


def rests_on_distances(session: Session) -> bool:
    """Whether a method in view says so on its card; without a method, points are looked at as they are."""
    return not session.lanes or any(lane.algorithm.metric for lane in session.lanes)
