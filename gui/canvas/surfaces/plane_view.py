"""The plane: the data of the session in two dimensions, the marks of a frame over it, and the tools of the mouse.

The points are drawn from the session's own data, so that they follow the mouse at once; the marks come with the frame
some milliseconds later.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QLabel, QWidget

from engine.base.words import counted
from engine.core.marks import Points, Surface
from engine.data.dataset import Dataset
from engine.data.plane import Plane
from gui.canvas.painters import Drawn
from gui.canvas.painters.points import PointsPainter
from gui.canvas.surfaces.overlay import Overlay
from gui.canvas.surfaces.plane_widget import PlaneWidget
from gui.canvas.surfaces.surface_view import MARGIN, SurfaceView, bounds_of, drawable
from gui.look.appearance import Appearance
from gui.session.job import Frame
from gui.session.session import Session

NOTHING = QRectF(-5.0, -5.0, 10.0, 10.0)
"""What an empty plane shows."""
JITTER = 0.5
"""Points between levels are spread over this share of the distance between two levels."""
HELD_OUT = 0.55
"""The relative area of the points kept for validation."""
SELECTED = 0.56
"""The relative area of the ring around a selected point: it clears the corners of every shape."""

FEW, WIDE = 12, 0.25
"""Around so few points the view has a wider margin: the lines of a method run outside of them as often as between."""
LARGE = 40
"""So few points are drawn twice as large: they are to be seen from the back row."""


class PlaneView(SurfaceView):
    """Draws session.data, hands mouse and keys to the tool in use, and says in words what it leaves out."""

    widget: PlaneWidget

    def __init__(
        self, surface: Surface, session: Session, appearance: Appearance, parent: QWidget | None = None
    ) -> None:
        self._own: Points | None = None
        self._signature = (session.data.name, session.data.feature_names)
        self._empty = True
        self._shown: tuple[Dataset, Plane] | None = None
        self.uv = np.zeros((0, 2))
        self._remark = ""
        super().__init__(surface, session, appearance, parent)
        self.training, self.held_out = PointsPainter(self), PointsPainter(self)
        self.selected, self.overlay = PointsPainter(self), Overlay(self)
        self.caption = QLabel(self)
        self.caption.setProperty("look", "small")
        self.caption.setWordWrap(True)
        self.caption.setContentsMargins(12, 2, 12, 6)
        self.column.addWidget(self.caption)
        self.setFocusProxy(self.widget)
        self.hear(session.data_changed, self.data_changed)
        self.hear(session.view_changed, self.view_changed)
        self.hear(session.selection_changed, self.show_selection)
        self.hear(session.tool_changed, self.tool_changed)
        self.view_changed()

    def _made_widget(self) -> PlaneWidget:
        return PlaneWidget(self, self)

    # -- between the features and the view -----------------------------------------------------------------------------

    def to_view(self, positions: np.ndarray) -> np.ndarray:
        """(m, 2) coordinates on the plane of points (m, d)."""
        return self.session.plane.project(np.asarray(positions, dtype=float))

    def to_space(self, uv: np.ndarray) -> np.ndarray:
        """(m, d) the points of the feature space at coordinates (m, 2)."""
        return self.session.plane.lift(uv)

    def placed(self, positions: np.ndarray, rows: np.ndarray | None = None) -> np.ndarray:
        """Where points are drawn that stand for these rows of the run's data, spread as the data is."""
        uv = self.to_view(positions)
        if rows is None or self.frame is None or not self.spread():
            return uv
        return np.asarray(uv + jitter(self.frame.rows[rows], self.session.plane))

    def lifting_plane(self) -> Plane | None:
        return self.session.plane

    @property
    def enlarged(self) -> float:
        return 2.0 if self.session.data.n <= LARGE and self._seen() is None else 1.0

    def spread(self) -> bool:
        """Whether an axis has levels, on which points would hide each other."""
        return any(self.session.plane.ticks)

    # -- marks and data ------------------------------------------------------------------------------------------------

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        """Draw a frame; a Points mark that regroups the data takes the place of its classes."""
        if frame is not None and frame.data.d != self.session.data.d:
            marks, frame = (), None
        points = (mark for mark in marks if isinstance(mark, Points))
        self._own = next((mark for mark in points if frame is not None and _regroups(mark, frame)), None)
        super().show_marks([mark for mark in marks if mark is not self._own], frame)
        self.marks = tuple(marks)
        self.draw_data()

    def data_changed(self) -> None:
        """An edit moves the points at once and the marks with the next frame; another data set starts afresh."""
        data = self.session.data
        signature = (data.name, data.feature_names)
        if signature != self._signature:
            self._signature = signature
            self.marks, self.frame = (), None
            self.view_changed()
        else:
            self.draw_data()
            self._fit_if_back()
        self.overlay.refresh()

    def tool_changed(self) -> None:
        """Another tool has other handles; a slot of this widget, because Qt lets go of the slots of a QObject alone."""
        self.overlay.refresh()

    def view_changed(self) -> None:
        """Another plane through the features."""
        self.show_marks(self.marks, self.frame)
        self._label_plane()
        self.fit()

    def draw_data(self) -> None:
        """The points of the session where they are now."""
        if self._shown is None or self._shown[0] is not self.session.data or self._shown[1] is not self.session.plane:
            self._place_data()
        codes, seen = self.codes(), self._seen()
        if seen is None:
            sizes = np.full(len(self.uv), self.enlarged) if self.enlarged > 1 else None
            self.training.show_points(self.uv, "data", codes, sizes)
            self.held_out.clear()
        else:
            rest, sizes = ~seen, np.full(int((~seen).sum()), HELD_OUT)
            self.training.show_points(self.uv[seen], "data", None if codes is None else codes[seen])
            self.held_out.show_points(self.uv[rest], "data", None if codes is None else codes[rest], sizes, hollow=True)
        self.show_selection()

    def _place_data(self) -> None:
        """Where the points of the data are on the plane."""
        self._shown = data, plane = self.session.data, self.session.plane
        self.uv = self.to_view(data.X)
        if self.spread():
            self.uv = self.uv + jitter(np.arange(data.n), plane)
        self._say_caption()

    def group_names(self) -> tuple[str, ...]:
        """What the groups are called that the frame puts in the place of the classes; () for the classes."""
        return self._own.names if self._own is not None and self._fitting() is not None else ()

    def codes(self) -> np.ndarray | None:
        """(n,) the group of every row: its class, or what the frame says instead."""
        data, frame = self.session.data, self._fitting()
        codes = data.y if data.target == "class" else None
        if self._own is None or frame is None:
            return codes
        found = np.full(data.n, -1)
        found[frame.rows[self._own.rows]] = self._own.groups
        return found

    def _seen(self) -> np.ndarray | None:
        """(n,) which rows the run sees while others are kept for validation; None when it sees them all."""
        n, frame = self.session.data.n, self._fitting()
        if self.session.holdout == 0 or frame is None or len(frame.rows) == n:
            return None
        seen = np.zeros(n, dtype=bool)
        seen[frame.rows] = True
        return seen

    def _fitting(self) -> Frame | None:
        """The frame, if its row numbers are those of the data, which may have changed since."""
        fits = self.frame is not None and self.frame.rows.max(initial=-1) < self.session.data.n
        return self.frame if fits else None

    def show_selection(self) -> None:
        """Ring the selected points."""
        rows = [row for row in self.session.selection if row < len(self.uv)]
        self.selected.show_points(self.uv[rows], "focus", sizes=np.full(len(rows), SELECTED * self.enlarged))

    # -- words ---------------------------------------------------------------------------------------------------------

    def _label_plane(self) -> None:
        plane = self.session.plane
        self.label_axes(*plane.labels)
        for side, names in zip(("bottom", "left"), plane.ticks, strict=True):
            self.plot.getAxis(side).setTicks([list(enumerate(names))] if names else None)
        self.plot.getAxis("left").setStyle(showValues=bool(plane.axes[1].any()))

    def dress(self) -> None:
        super().dress()
        self._label_plane()

    def remark(self, words: str) -> None:
        """Say something of what is drawn below the plane, before what it leaves out."""
        if words != self._remark:
            self._remark = words
            self._say_caption()

    def _say_caption(self) -> None:
        missing = int(np.isnan(self.uv).any(axis=1).sum())
        far = int((~drawable(self.uv)).sum()) - missing
        words = [words for words in (self._remark, self.session.plane.caption) if words]
        for hidden, why in ((missing, "a value is missing"), (far, "a value is too large to draw")):
            if hidden:
                words.append(f"{counted(hidden, 'row is', 'rows are')} not shown: {why}.")
        text = "  ".join(f"{sentence[:1].upper()}{sentence[1:]}" for sentence in words)
        if text != self.caption.text():
            self.caption.setText(text)
        self.caption.setVisible(bool(text))

    # -- what is visible -----------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show all points of the data, and the one that is asked about."""
        self._empty = not len(self.uv)
        margin = WIDE if len(self.uv) <= FEW else MARGIN
        query = self.session.query
        asked = np.zeros((0, 2)) if query is None else self.session.plane.project(query[None])
        part = bounds_of(np.vstack([self.uv, asked]), margin) or NOTHING
        self.box.setRange(part, padding=0, disableAutoRange=True)

    def _fit_if_back(self) -> None:
        """An edit leaves the view where it is; only points that come back to an empty plane may lie anywhere."""
        was_empty, self._empty = self._empty, not len(self.uv)
        if not was_empty or self.widget.busy:
            return
        uv = self.uv[drawable(self.uv)]
        (left, right), (low, high) = self.box.viewRange()
        if not ((uv >= (left, low)) & (uv <= (right, high))).all():
            self.fit()

    def extents(self) -> np.ndarray:
        return self.uv

    # -- where things are on the screen --------------------------------------------------------------------------------

    def pixels(self, uv: np.ndarray) -> np.ndarray:
        """(m, 2) pixels of the plot widget of coordinates (m, 2)."""
        (x0, x1), (y0, y1) = self.box.viewRange()
        area = self.box.sceneBoundingRect()
        x = area.left() + (uv[:, 0] - x0) * (area.width() / (x1 - x0))
        y = area.bottom() - (uv[:, 1] - y0) * (area.height() / (y1 - y0))
        return np.column_stack([x, y])

    def row_at(self, place: QPointF, radius: float = 10.0) -> int | None:
        """The row whose point is nearest to a pixel, if it is within `radius` pixels."""
        rows = self.rows_within(place, radius * self.appearance.scale)
        return int(rows[0]) if len(rows) else None

    def rows_within(self, place: QPointF, radius: float) -> np.ndarray:
        """The rows whose points lie within `radius` pixels of a pixel, the nearest first."""
        squares = ((self.pixels(self.uv) - (place.x(), place.y())) ** 2).sum(axis=1)
        inside = np.flatnonzero(squares <= radius**2)
        return inside[np.argsort(squares[inside], kind="stable")]


def _regroups(mark: Points, frame: Frame) -> bool:
    """Whether a mark is the data itself, each row where it is, in other groups."""
    if mark.role != "data" or mark.rows is None or mark.groups is None:
        return False
    return mark.positions is frame.data.X or np.array_equal(mark.positions, frame.data.X[mark.rows], equal_nan=True)


def jitter(rows: np.ndarray, plane: Plane) -> np.ndarray:
    """(m, 2) a small shift along the axes with levels that depends on the row only, and spreads rows evenly.

    The fractions of row · (0.7549, 0.5698): the R₂ sequence.   (Roberts 2018)
    """
    turns = (np.asarray(rows)[:, None] + 1) * (0.7548776662466927, 0.5698402909980532) % 1.0
    return JITTER * (turns - 0.5) * [bool(names) for names in plane.ticks]
