"""The session, fourth floor: what the person looks at, does, compares and writes down.

It is the one object with state; `editing` has its data, `runs` its runs and `stepping` its cursors.
Widgets read it and ask it for things.

Nothing is computed here. A change of the data, the algorithm, a parameter, the seed or the start makes a new run, which
plays to the same step; the runner's frames come back and are announced by `frame_changed`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.data.bundled import load
from engine.data.dataset import Column, Dataset
from engine.data.plane import TARGET, Plane, View
from engine.data.preparing.preparation import Preparation, Prepared
from engine.data.split import Split
from gui.session.document import Document
from gui.session.fitting import Fit
from gui.session.held_threshold import HeldThreshold
from gui.session.lane import Lane
from gui.session.looks import Looks, Residuals
from gui.session.planes import Planes
from gui.session.prepared_table import new_points
from gui.session.rows import NO_ROWS
from gui.session.stepping import Stepping
from gui.session.transport import Transport
from gui.session.work import Work


class Session(Stepping):
    """State and intentions; see `gui/README.md` for how a click becomes a picture."""

    opened = Signal()
    """Other data are in the place of those before; an edit of them is no opening."""
    tool_changed = Signal()
    comparing_changed = Signal()
    residuals_changed = Signal()
    come_back = Signal()
    """A saved session is there again, whole."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tool, self.brush, self.spray_radius = "select", 0, 40.0
        self.overlaid = False
        self.looks_now: Callable[[], Looks] = lambda: self.looks
        """How the window shows it; the window says so here."""
        self.looks = Looks()
        """How the window showed it when it was saved; the window takes it from here when it has `come_back`."""
        self.surfaces: bool | tuple[str, ...] = True
        """Which surfaces beside the planes are open: those that the algorithm suggests, none, or those named. All
        others wait until they are asked for.
        """
        self._held_still = False
        self.threshold = HeldThreshold(self)
        self.planes = Planes(self)
        self.planes.made.connect(self._plane_made)
        self._looks_elsewhere = self._coming_back = False
        self._views: dict[tuple[Column, ...], View] = {}
        """What was looked at before the columns became others: undo brings it back."""
        self.document = Document(self.undo, self._work, self)
        """The file that it stands in, the notes, and what is unsaved."""
        signals = (self.data_changed, self.run_changed, self.lanes_changed, self.view_changed, self.looked_changed)
        for signal in (*signals, self.comparing_changed, self.undo.cleanChanged):
            signal.connect(self._weigh)

    def _work(self) -> Work:
        """What a person has done here, beside the points and the notes."""
        runs = tuple((lane.key, lane.params, lane.seed) for lane in self.lanes)
        starts = tuple(lane.start for lane in self.lanes)
        return Work(runs, starts, (self.together, self.overlaid, self.split, dict(self.looked)), self.view)

    def _weigh(self, *_: object) -> None:
        """Its own: an undo list that is destroyed tells that it is empty, when a document may be gone."""
        self.document.weigh()

    # -- data --------------------------------------------------------------------------------------------------------

    def open_data(
        self, table: Dataset, view: View = "auto", keep_runs: bool = False, notes: str = "",
        preparation: Preparation | None = None, prepared: Prepared | None = None, split: Split | None = None,
    ) -> None:  # fmt: skip
        """Begin with another table; the undo list begins afresh, and so do the runs unless they are kept.

        A split belongs to its table too: of another one all rows are learnt from, unless it brings its own.
        Notes belong to what they were written about: those that go on with other data count as unsaved work there.
        `prepared` is the preparation fitted already to the training rows of the table, by the reader.
        """
        self.pause()
        self.fitting.give_up()
        self.undo.clear()
        self._views.clear()
        self.query, self.selection, self.pointed, self.hinted = None, NO_ROWS, None, NO_ROWS
        self.looked = {}
        resplit, self.split = self.split != (split := split or Split()), split
        self.table, self.preparation, self.prepared = table, preparation or Preparation(), None
        if prepared is not None:
            self.fitting.know(Fit(table, self.preparation, self.split), prepared)
        before, data = self.data, self._made(table, table)
        self.data, self.view = data, view
        found = self.planes.ask(data, view, self.derived)
        self._looks_elsewhere, self.plane = found is None, found or Plane.of(data, derived=self.derived)
        self.brush = min(self.brush, max(len(data.class_names) - 1, 0))
        for lane in self.lanes:
            lane.oldest_shown = lane.generation + 1
            if not keep_runs:
                lane.start, lane.transport = None, Transport()
        self._drop_frames(before)
        self.document.begin(notes)
        self.selection_changed.emit()
        self.data_changed.emit()
        self.view_changed.emit()
        if resplit:
            self.split_changed.emit()
        self.opened.emit()
        self._rerun_all()

    def put(
        self, table: Dataset, lanes: list[Lane], view: View, split: Split, notes: str, active: int = 0,
        preparation: Preparation | None = None, prepared: Prepared | None = None,
    ) -> None:  # fmt: skip
        """Take the place of everything at once: how a saved session comes back."""
        for lane in self.lanes:
            self.runner.forget(lane.identity)
        for lane in lanes:
            lane.identity, self._identities = self._identities, self._identities + 1
        self.lanes, self.active = lanes, active
        self.lanes_changed.emit()
        self.open_data(table, view, True, notes, preparation, prepared, split)

    def open_bundled(self, key: str) -> None:
        """Open one of the data sets that come with the program."""
        self.open_data(load(key))

    def new_points(self) -> None:
        """Begin with an empty plane."""
        self.open_data(new_points())
        self.set_tool("add")

    def _show(self, data: Dataset) -> None:
        brush, self.brush = self.brush, min(self.brush, max(len(data.class_names) - 1, 0))
        reshaped = data.columns != self.data.columns
        if reshaped:
            self._views[self.data.columns] = self.view
            self.view, self.query = self._views.get(data.columns) or carried(self.view, self.data, data), None
        if reshaped or not self._held_still:
            found = self.planes.ask(data, self.view, self.derived)
            self._looks_elsewhere = found is None and (reshaped or self._looks_elsewhere)
            self.plane = found or (Plane.of(data, derived=self.derived) if reshaped else self.plane)
        before, self.data = self.data, data
        self._drop_frames(before)
        with self.runner.held(data.n):
            self._replay_all()
            super()._show(data)
            if brush != self.brush:
                self.tool_changed.emit()
            if reshaped:
                self.view_changed.emit()
            self._tell_runs()

    def _put_elsewhere(self, table: Dataset) -> None:
        super()._put_elsewhere(table)
        self.view_changed.emit()

    def _holding(self) -> bool:
        return self._held_still

    def move_points(
        self, rows: Sequence[int], X: np.ndarray, gesture: int = 0, targets: np.ndarray | None = None
    ) -> None:
        """Move rows; during a gesture the view stays still, so that the ground does not turn under the mouse."""
        self._held_still = bool(gesture)
        super().move_points(rows, X, gesture, targets)

    def end_gesture(self) -> None:
        """The mouse was let go: the view may follow the data now."""
        self._held_still = False
        if self.prepared is not None:
            return self._prepare_anew()
        plane = self.planes.ask(self.data, self.view, self.derived)
        if plane is not None and plane != self.plane:
            self.plane = plane
            self._ask_all()
        return None

    # -- comparing ---------------------------------------------------------------------------------------------------

    def set_together(self, on: bool) -> None:
        """Whether all lanes step when the active one does."""
        self.together = on
        self.comparing_changed.emit()

    def set_overlaid(self, on: bool) -> None:
        """Whether the boundaries of all lanes are drawn in one picture, or each lane has a picture of its own."""
        wanted = self.answers_wanted
        self.overlaid = on
        self.comparing_changed.emit()
        if self.answers_wanted and not wanted:
            self._ask_all()

    @property
    def answers_wanted(self) -> bool:
        return super().answers_wanted or self.overlaid

    # -- looking -----------------------------------------------------------------------------------------------------

    def set_view(self, view: View) -> None:
        """Look at two features (i, j), the plane of the principal components ("pca") or that of Fisher's ("fisher")."""
        self.view = view
        found = self.planes.ask(self.data, view, self.derived)
        self._looks_elsewhere = found is None
        if found is not None:
            self.plane = found
            self._ask_all()
        self.view_changed.emit()

    def set_residuals(self, how: Residuals) -> None:
        """How it is drawn, where the target goes up, how far a model misses its rows."""
        self.looks = replace(self.looks, residuals=how)
        self.residuals_changed.emit()

    def _plane_made(self, plane: Plane) -> None:
        """The plane that took long is there: until now the one before it was shown."""
        self.plane = plane
        self._ask_all()
        if self._looks_elsewhere:
            self._looks_elsewhere = False
            self.view_changed.emit()
        if self._coming_back:
            self.tell_come_back()

    def tell_come_back(self) -> None:
        """A saved session is there; while its plane is being made, once more when that is: it turns the picture."""
        self._coming_back = self.planes.busy
        self.come_back.emit()

    def set_tool(self, name: str) -> None:
        self.tool = name
        self.tool_changed.emit()

    def set_brush(self, code: int) -> None:
        """The class of the points to be added."""
        if 0 <= code < max(len(self.data.class_names), 1):
            self.brush = code
            self.tool_changed.emit()

    @property
    def asked_row(self) -> int | None:
        """The row that is asked about, as long as it is where it was then."""
        row, query = self._asked, self.query
        if row is None or query is None or row >= self.data.n:
            return None
        return row if np.array_equal(self.data.X[row], query) else None

    def ask(self, x: np.ndarray | None, row: int | None = None) -> None:
        """Ask what the model says of a point (d,), which may be that of a row, or stop asking."""
        self.query, self._asked = None if x is None else np.asarray(x, dtype=float), row
        self._ask_all()

    def close(self) -> None:
        """Stop the clock and the workers."""
        self.pause()
        self.fitting.give_up()
        self.planes.forget()
        self.runner.close()


def carried(view: View, before: Dataset, after: Dataset) -> View:
    """The view of other columns that shows what this one did: the same features, if they are still there."""
    if isinstance(view, str):
        return view
    names = [before.feature_names[feature] for feature in view if feature != TARGET]
    if not all(name in after.feature_names for name in names):
        return "auto"
    across, *up = (after.feature_names.index(name) for name in names)
    return (across, up[0]) if up else (across, TARGET)
