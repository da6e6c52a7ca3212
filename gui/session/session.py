"""The session: what the person looks at, does, compares and writes down.

It is made of parts: `table` and `points`, `selection`, `view` and `document`; it is itself the runs (`runs`) and their
cursors (`stepping`). Widgets read the parts and ask them for things.

Nothing is computed here. A change of the data, the algorithm, a parameter, the seed or the start makes a new run, which
plays to the same step; the runner's frames come back and are announced by `frame_changed`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from PySide6.QtCore import QObject, Signal

from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.data.plane import View
from engine.data.preparing.preparation import Preparation, Prepared
from engine.data.split import Split
from gui.session.document import Document
from gui.session.held_threshold import HeldThreshold
from gui.session.lane import Lane
from gui.session.stepping import Stepping
from gui.session.table import new_points
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
        self.threshold = HeldThreshold(self)
        self._coming_back = False
        self.view.planes.made.connect(self._plane_made)
        self.table.followers.append(self._follow)
        self.document = Document(self.table.undo, self._work, self)
        """The file that it stands in, the notes, and what is unsaved."""
        signals = (
            self.table.data_changed,
            self.run_changed,
            self.lanes_changed,
            self.view.changed,
            self.table.looked_changed,
        )
        for signal in (*signals, self.together_changed, self.view.overlaid_changed, self.table.undo.cleanChanged):
            signal.connect(self._weigh)

    def _work(self) -> Work:
        """What a person has done here, beside the points and the notes."""
        runs = tuple((lane.key, lane.params, lane.seed) for lane in self.lanes)
        starts = tuple(lane.start for lane in self.lanes)
        comparing = (self.together, self.view.overlaid, self.table.split, dict(self.table.looked))
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
        self.table.fitting.give_up()
        self.table.undo.clear()
        self.selection.forget()
        before, parted = self.table.data, self.table.split
        self.table.begin(table, preparation or Preparation(), prepared, split or Split())
        self.view.begin(view)
        for lane in self.lanes:
            lane.oldest_shown = lane.generation + 1
            if not keep_runs:
                lane.start, lane.transport = None, Transport()
        self._drop_frames(before)
        self.document.begin(notes)
        self.selection.changed.emit()
        self.table.data_changed.emit()
        self.view.changed.emit()
        if self.table.split != parted:
            self.table.split_changed.emit()
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

    def _follow(self, before: Dataset) -> Callable[[], None]:
        """Run on other data; what is given back tells of the runs, and then the worker begins."""
        self._drop_frames(before)
        held = ExitStack()
        held.enter_context(self.runner.held(self.table.data.n))
        self._replay_all()

        def tell() -> None:
            with held:
                self._tell_runs()

        return tell

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
        self.table.fitting.give_up()
        self.view.planes.forget()
        self.runner.close()
