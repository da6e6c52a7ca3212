"""The session, fourth floor: what the person looks at, does, compares and writes down.

It is the one object with state; `editing` has its data, `runs` its runs and `stepping` its cursors.
Widgets read it and ask it for things.

Nothing is computed here. A change of the data, the algorithm, a parameter, the seed or the start makes a new run, which
plays to the same step; the runner's frames come back and are announced by `frame_changed`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.data.plane import View
from engine.data.preparing.preparation import Preparation, Prepared
from engine.data.split import Split
from gui.session.document import Document
from gui.session.fitting import Fit
from gui.session.held_threshold import HeldThreshold
from gui.session.lane import Lane
from gui.session.prepared_table import new_points
from gui.session.stepping import Stepping
from gui.session.transport import Transport
from gui.session.work import Work


class Session(Stepping):
    """State and intentions; see `gui/README.md` for how a click becomes a picture."""

    opened = Signal()
    """Other data are in the place of those before; an edit of them is no opening."""
    together_changed = Signal()
    come_back = Signal()
    """A saved session is there again, whole."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._held_still = False
        self.threshold = HeldThreshold(self)
        self._coming_back = False
        self.view.planes.made.connect(self._plane_made)
        self.document = Document(self.undo, self._work, self)
        """The file that it stands in, the notes, and what is unsaved."""
        signals = (self.data_changed, self.run_changed, self.lanes_changed, self.view.changed, self.looked_changed)
        for signal in (*signals, self.together_changed, self.view.overlaid_changed, self.undo.cleanChanged):
            signal.connect(self._weigh)

    def _work(self) -> Work:
        """What a person has done here, beside the points and the notes."""
        runs = tuple((lane.key, lane.params, lane.seed) for lane in self.lanes)
        starts = tuple(lane.start for lane in self.lanes)
        comparing = (self.together, self.view.overlaid, self.split, dict(self.looked))
        return Work(runs, starts, comparing, self.view.chosen)

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
        self.selection.forget()
        self.looked = {}
        resplit, self.split = self.split != (split := split or Split()), split
        self.table, self.preparation, self.prepared = table, preparation or Preparation(), None
        if prepared is not None:
            self.fitting.know(Fit(table, self.preparation, self.split), prepared)
        before, data = self.data, self._made(table, table)
        self.data = data
        self.view.begin(view)
        for lane in self.lanes:
            lane.oldest_shown = lane.generation + 1
            if not keep_runs:
                lane.start, lane.transport = None, Transport()
        self._drop_frames(before)
        self.document.begin(notes)
        self.selection.changed.emit()
        self.data_changed.emit()
        self.view.changed.emit()
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
        self.view.set_tool("add")

    def _show(self, data: Dataset) -> None:
        before, self.data = self.data, data
        tell_view = self.view.follow(before, self._held_still)
        self._drop_frames(before)
        with self.runner.held(data.n):
            self._replay_all()
            super()._show(data)
            tell_view()
            self._tell_runs()

    def _put_elsewhere(self, table: Dataset) -> None:
        super()._put_elsewhere(table)
        self.view.changed.emit()

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
        self.view.catch_up()
        return None

    # -- comparing ---------------------------------------------------------------------------------------------------

    def set_together(self, on: bool) -> None:
        """Whether all lanes step when the active one does."""
        self.together = on
        self.together_changed.emit()

    def _plane_made(self) -> None:
        """The plane that took long is there."""
        if self._coming_back:
            self.tell_come_back()

    def tell_come_back(self) -> None:
        """A saved session is there; while its plane is being made, once more when that is: it turns the picture."""
        self._coming_back = self.view.planes.busy
        self.come_back.emit()

    def close(self) -> None:
        """Stop the clock and the workers."""
        self.pause()
        self.fitting.give_up()
        self.view.planes.forget()
        self.runner.close()
