"""The model: which algorithm, with which parameters, seed and start, and the runs side by side."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.base.params import specs
from engine.families import algorithms
from gui.docks.algorithm_list import AlgorithmList
from gui.docks.dock import Dock, run_alone
from gui.docks.lanes_panel import LanesPanel
from gui.docks.run_panels import SeedRow, StartPanel
from gui.look.appearance import Appearance
from gui.session import reasons
from gui.session.lane import Lane
from gui.session.session import Session
from gui.widgets.forms.form import ParameterForm
from gui.widgets.section import scrolled
from gui.widgets.words import SteadyLabel

ROOMY = 400
"""A dock at least this high shows the list of algorithms all the time."""
SOON = 120
"""Milliseconds after an edit of the data until the list says anew what suits it; a drag makes 60 edits a second."""


class ModelDock(Dock):
    """Search and choose on top; below it what the chosen algorithm is, its parameters, its seed and its start."""

    title = "Model"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.list = AlgorithmList(algorithms(), appearance)
        self.about = AboutPanel(appearance)
        self.form: ParameterForm | None = None
        self.start = StartPanel(session, appearance)
        self.seed = SeedRow(appearance)
        self.lanes = LanesPanel(session, appearance)
        self._key = ""
        self._form_place = QVBoxLayout()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        self._soon.timeout.connect(self._judge)
        self._lay_out()
        self.list.chosen.connect(self._choose)
        self.seed.changed.connect(session.set_seed)
        session.run_changed.connect(self._run_changed)
        session.lanes_changed.connect(self.touch)
        session.data_changed.connect(self._soon.start)
        session.frame_changed.connect(self._frame_changed)

    def _lay_out(self) -> None:
        """What says how the run goes scrolls; its seed and its buttons are always in sight."""
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 2, 4, 0)
        column.setSpacing(6)
        column.addWidget(self.about)
        column.addLayout(self._form_place)
        column.addWidget(self.lanes)
        column.addStretch(1)
        self.list.tree.setMinimumHeight(64)
        self._below = scrolled(below)
        self.content.addWidget(self.list, 2)
        self.content.addWidget(self._below, 3)
        self.list.opened.connect(self._make_room)
        self.content.addWidget(self.seed)
        self.content.addWidget(self.start)

    def _make_room(self, *_: object) -> None:
        """A low dock shows either the list or the parameters."""
        compact = self.height() < ROOMY * self.appearance.scale
        self.list.set_compact(compact)
        self.about.set_compact(compact)
        searching = compact and self.list.is_open
        for part in (self._below, self.seed, self.start):
            part.setVisible(not searching)
        self.content.setStretchFactor(self.list, 2 if self.list.is_open else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def refresh(self) -> None:
        self._judge()
        if not self.session.lanes:
            return
        lane = self.session.lane
        if lane.key != self._key:
            self._key = lane.key
            self._renew_form(lane)
        elif self.form is not None:
            self.form.set_values(reasons.values_in_force(lane))
            self.form.grey(reasons.without_say(lane))
        self.list.show_current(lane.key)
        self.about.show_algorithm(lane, self.list.reason(lane.key))
        self.seed.show_seed(lane.seed)
        self.start.show_start(lane)
        self.lanes.show_lanes()

    def _renew_form(self, lane: Lane) -> None:
        if self.form is not None:
            self.form.hide()
            self.form.deleteLater()
        self.form = ParameterForm(specs(lane.algorithm.params), reasons.values_in_force(lane), self.appearance)
        self.form.grey(reasons.without_say(lane))
        self.form.changed.connect(self.session.set_param)
        self._form_place.addWidget(self.form)

    def _choose(self, key: str) -> None:
        """Ask the session; one that cannot be opened is refused there, and the list goes back to the one in use."""
        self.session.choose_algorithm(key)
        if self.session.lane.key != key:
            self._judge()
            self.list.show_current(self.session.lane.key)

    def _judge(self) -> None:
        """Which algorithms suit the data, and why the others do not."""
        data = self.session.data
        self.list.show_reasons({key: algorithm.unsuitable(data) for key, algorithm in algorithms().items()})
        if self.session.lanes:
            self.about.show_algorithm(self.session.lane, self.list.reason(self.session.lane.key))

    def _run_changed(self, lane: int) -> None:
        if lane == self.session.active:
            self.touch_run()

    def touch_run(self) -> None:
        """Only what belongs to the run: while a point is dragged this happens 60 times a second."""
        if self._key != self.session.lane.key or not self.section.body.isVisible():
            return self.touch()
        lane = self.session.lane
        if self.form is not None:
            self.form.set_values(reasons.values_in_force(lane))
            self.form.grey(reasons.without_say(lane))
        self.seed.show_seed(lane.seed)
        self.start.show_start(lane)

    def _frame_changed(self, lane: int) -> None:
        if lane == self.session.active:
            self.start.show_start(self.session.lane)

    def restyle(self) -> None:
        self.about.restyle()
        super().restyle()


class AboutPanel(QWidget):
    """The name, what it does in a sentence, whom to cite, and why it does not suit the data if it does not."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.name, self.reason = QLabel(), SteadyLabel(look="wrong")
        self.summary, self.source = SteadyLabel(), SteadyLabel(look="small")
        self.name.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 2)
        column.setSpacing(2)
        for label in (self.name, self.summary, self.source, self.reason):
            column.addWidget(label)
        self.restyle()

    def show_algorithm(self, lane: Lane, reason: str) -> None:
        algorithm = lane.algorithm
        self.name.setText(algorithm.name)
        for label, words in ((self.summary, algorithm.summary), (self.source, algorithm.source), (self.reason, reason)):
            if label.text() != words:
                label.forget()
                label.say(words)
        self.reason.setVisible(bool(reason))
        self.name.setToolTip(f"{algorithm.summary}\n{algorithm.source}")

    def set_compact(self, compact: bool) -> None:
        """Leave what the algorithm does and whom to cite to the tool tip of the name."""
        self.summary.setVisible(not compact)
        self.source.setVisible(not compact)

    def restyle(self) -> None:
        self.name.setFont(self._appearance.font("title", weight=600))


if __name__ == "__main__":
    run_alone(ModelDock)
