"""The model: which algorithm, with which parameters, seed and start, and the runs side by side."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QSplitter, QVBoxLayout, QWidget

from engine.base.params import specs
from engine.data.dataset import Dataset
from engine.families import algorithms, another, homes
from gui.docks.algorithm_list import AlgorithmList
from gui.docks.dock import Dock, run_alone
from gui.docks.lanes_panel import LanesPanel
from gui.docks.run_panels import SeedRow, StartPanel
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session import reasons
from gui.session.lane import Lane
from gui.session.session import Session
from gui.widgets.forms.fields import Field
from gui.widgets.forms.form import ParameterForm, stops
from gui.widgets.section import LOWEST, scrolled
from gui.widgets.steady_label import SteadyLabel

LISTED = 160
"""A dock with so much room to spare shows the list of algorithms all the time."""
LINES, LEADING = 5, 6
"""Minimum number of visible parameter lines beside several runs, and the margin around each."""
SLIM = 4
"""What is left between the parameters and the edge, and above and below them."""
SOON = 120
"""Milliseconds after an edit of the data until the list says anew what suits it: a drag makes 60 edits a second, and a
window that is being laid out has room for the list for less than that."""


class ModelDock(Dock):
    """Search and choose on top; below it what the chosen algorithm is, its parameters, its seed and its start."""

    title = "Model"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.list = AlgorithmList(len(homes()), algorithms, appearance)
        self.about = AboutPanel(appearance)
        self.form: ParameterForm | None = None
        self.start = StartPanel(session, appearance)
        self.seed = SeedRow(appearance)
        self.lanes = LanesPanel(session, appearance)
        self._judged: tuple[Dataset, list[str], dict[str, str]] | None = None
        self._key = ""
        self._drag = 0
        self._form_place = QVBoxLayout()
        self._in_sight: list[Field] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        # after the columns have shared out their room: until then there may seem to be some for the list
        self._soon.timeout.connect(lambda: QTimer.singleShot(0, self, self._judge))
        self._lay_out()
        self.list.chosen.connect(self._choose)
        self.list.seen.connect(self._judge)
        self.list.opened.connect(lambda: self._soon.start())
        self.seed.changed.connect(self._set_seed)
        self.seed.let_go.connect(self._let_go)
        self.lanes.add.clicked.connect(self.compare)
        session.run_changed.connect(self._run_changed)
        session.lanes_changed.connect(self.touch)
        session.table.data_changed.connect(self._soon.start)
        session.frame_changed.connect(self._frame_changed)

    def _lay_out(self) -> None:
        """What says how the run goes scrolls; its seed and its buttons are always in sight."""
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 2, SLIM, 2)
        column.setSpacing(6)
        column.addWidget(self.about)
        column.addLayout(self._form_place)
        column.addStretch(1)
        self.list.tree.setMinimumHeight(64)
        self.area = scrolled(below)
        self.area.verticalScrollBar().rangeChanged.connect(self._scroll_to_them)
        self.area.verticalScrollBar().valueChanged.connect(self._paint_helps)
        self.content.addWidget(self.list, 2)
        self.content.addWidget(self.lanes)
        self.content.addWidget(self.area, 3)
        self.list.opened.connect(self._make_room)
        self.seed.row.addWidget(self.lanes.add)
        self.content.addWidget(self.seed)
        self.content.addWidget(self.start)

    def first_field(self) -> QWidget | None:
        """What the keyboard comes to first in the form: a text to type into, before the slider beside it."""
        shown = [] if self.form is None else self.form.in_order()
        reached = [part for field in shown[:1] for part in stops(field)]
        return next((part for part in reached if isinstance(part, QLineEdit)), reached[0] if reached else None)

    def most(self) -> float:
        """Several runs have rows of their own above the parameters."""
        return 0.58 if len(self.session.lanes) > 1 else super().most()

    def wanted(self, width: int) -> int:
        """High enough for the search field, the name, the parameters, the runs, the seed and the buttons."""
        edges, inside = self.content.contentsMargins(), self._inside(width)
        inner = (self.lanes, self.about.name, self.form)
        within = [part for part in inner if part is not None and not part.isHidden()]
        heights = [high(part, inside) for part in (self.list.search, *within, self.seed, self.start)]
        gaps = self.content.spacing() * (len(heights) - 1) + edges.top() + edges.bottom() + 2 * SLIM
        return sum(heights) + gaps + self.section.heading.sizeHint().height()

    def _inside(self, width: int) -> int:
        """How wide the parameters are in a dock of this width: words that fit beside the scroll bar need none."""
        edges, bar = self.content.contentsMargins(), self.area.verticalScrollBar().sizeHint().width()
        return width - edges.left() - edges.right() - SLIM - bar

    def _paint_helps(self, *_: int) -> None:
        """A line that has come into sight or gone out of it by half is painted, or left out, as a whole."""
        for label in self.form.helps.values() if self.form is not None else ():
            label.update()

    def _least_of_parameters(self) -> int:
        """How high the parameters are at least: five lines beside several runs, or all of them where they are fewer.

        They are no higher than the column has room for: else the window would grow beyond its screen.
        """
        if len(self.session.lanes) < 2 or self.form is None:
            return LOWEST
        whole = high(self.form, self.area.viewport().width()) + 2 * SLIM
        return max(min(LINES * (self.fontMetrics().height() + LEADING), whole, self._left_in_column()), LOWEST)

    def _left_in_column(self) -> int:
        """What the column can give to the parameters, with all else in it as low as it may be."""
        column = self.parentWidget()
        if not isinstance(column, QSplitter):
            return self.height()
        parts = [part for i in range(column.count()) if (part := column.widget(i)) is not None]
        others = [part for part in parts if part is not self and not part.isHidden()]
        low = sum(part.minimumSizeHint().height() + column.handleWidth() for part in others)
        form = high(self.form, self._inside(self.width())) if self.form is not None else 0
        return column.height() - low - (self.wanted(self.width()) - form)

    def _make_room(self, *_: object) -> None:
        """A low dock shows either the list or the parameters."""
        compact = self.height() - self.wanted(self.width()) < LISTED * self.appearance.scale
        self.list.set_compact(compact)
        self.about.set_compact(compact)
        searching = compact and self.list.is_open
        for part in (self.area, self.seed, self.start):
            part.setVisible(not searching)
        several = len(self.session.lanes) > 1
        self.lanes.setVisible(several and not searching)
        self.about.name.setHidden(several)  # the run that is pressed says it
        self.about.setHidden(several and compact)
        self.content.setStretchFactor(self.list, 2 if self.list.is_open else 0)
        self.area.setMinimumHeight(self._least_of_parameters())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
        self._paint_helps()

    def refresh(self) -> None:
        self._soon.start()
        if not self.session.lanes:
            return
        lane = self.session.lane
        if lane.key != self._key:
            self._key = lane.key
            self._renew_form(lane)
            self.area.verticalScrollBar().setValue(0)  # what was looked at of another form is nothing of this one
        elif self.form is not None:
            self._show_in_sight(self.form.set_values(reasons.values_in_force(lane)))
            self.form.grey(reasons.without_say(lane), reasons.settling(lane))
        self._show_chosen(lane)
        self.list.show_current(lane.key)
        self.about.show_algorithm(lane)
        self.seed.show_seed(lane.seed)
        self.start.show_start(lane)
        self.lanes.show_lanes()
        self._reshaped()

    def _reshaped(self) -> None:
        self._make_room()
        self.resized_content.emit()

    def _renew_form(self, lane: Lane) -> None:
        self._in_sight.clear()
        if self.form is not None:
            self.form.hide()
            self.form.deleteLater()
        declared, values = specs(lane.algorithm.params), reasons.values_in_force(lane)
        # made where it stands: to one that comes there later every part of it would be styled once more
        self.form = ParameterForm(declared, values, self.appearance, self.area.widget())
        self.form.grey(reasons.without_say(lane), reasons.settling(lane))
        self.form.changed.connect(self._set)
        self.form.let_go.connect(self._let_go)
        # later: while a layout distributes sizes its widgets must not be added or removed, or Qt crashes
        self.form.reshaped.connect(self._reshaped, Qt.ConnectionType.QueuedConnection)
        self.form.more.clicked.connect(self._in_sight.clear)
        self._form_place.addWidget(self.form)
        chosen = [field for name, field in self.form.fields.items() if name in lane.values]
        self._show_in_sight(chosen[:1])  # of several the first, so that the name of the algorithm stays where it can
        self.form.show()  # a layout shows it later: until then there would seem to be room for the list

    def _show_in_sight(self, changed: list[Field]) -> None:
        """Scroll to what a lesson, an undo or a session has set, the first of them if not all have room."""
        self._in_sight[:] = changed or self._in_sight
        self._scroll_to_them()

    def _scroll_to_them(self, *_: int) -> None:
        for field in reversed(self._in_sight):
            self.area.ensureWidgetVisible(field, 0, SLIM)

    def _set(self, name: str, value: object) -> None:
        """Set a parameter; all that a drag, or a key that is held, sets it to is one entry of the undo list."""
        self._in_sight.clear()
        held = self.form is not None and self.form.fields[name].held
        self.session.set_param(name, value, gesture=self._gesture(held))

    def _set_seed(self, seed: int) -> None:
        self.session.set_seed(seed, self._gesture(self.seed.held))

    def _gesture(self, held: bool) -> int:
        """Of what is held, if anything is."""
        self._drag = (self._drag or self.session.points.new_gesture()) if held else 0
        return self._drag

    def _let_go(self) -> None:
        self._drag = 0

    def _choose(self, key: str) -> None:
        """Ask the session; one that cannot be opened is refused there, and the list goes back to the one in use."""
        self.session.choose_algorithm(key)
        if self.session.lane.key != key:
            self._judge()
            self.list.show_current(self.session.lane.key)

    def compare(self) -> None:
        """Add a run like the active one, and propose another algorithm for it."""
        session = self.session
        if not session.lanes or reasons.too_many_runs(session):
            return
        session.duplicate_lane()
        used = [lane.key for lane in session.lanes]
        self.list.propose(another(session.lane.algorithm, session.table.data, used))

    def _judge(self) -> None:
        """Which algorithms suit the data, and why the others do not; only asked while the list is visible.

        It is asked once for the same data.
        """
        if not self.list.tree.isVisible():
            return
        data, known = self.session.table.data, algorithms()
        faults = [algorithm.rooms.fault for algorithm in known.values()]  # found when one is opened
        if self._judged is None or self._judged[0] is not data or self._judged[1] != faults:
            self._judged = data, faults, {key: algorithm.unsuitable(data) for key, algorithm in known.items()}
        self.list.show_reasons(self._judged[2])

    def _run_changed(self, lane: int) -> None:
        if lane == self.session.active:
            self.touch_run()

    def touch_run(self) -> None:
        """Only what belongs to the run: while a point is dragged this happens 60 times a second."""
        if self._key != self.session.lane.key or not self.section.body.isVisible():
            return self.touch()
        lane, began = self.session.lane, self.start.words.text()
        if self.form is not None:
            self._show_in_sight(self.form.set_values(reasons.values_in_force(lane)))
            self.form.grey(reasons.without_say(lane), reasons.settling(lane))
        self._show_chosen(lane)
        self.seed.show_seed(lane.seed)
        self.start.show_start(lane)
        if self.start.words.text() != began:
            self._reshaped()

    def _frame_changed(self, lane: int) -> None:
        if lane == self.session.active:
            self.start.show_start(self.session.lane)
            self._show_chosen(self.session.lane)

    def _show_chosen(self, lane: Lane) -> None:
        """What the algorithm chose for the parameters that are left to it: nothing where it is refused.

        Of others, and until there is a step, the form keeps the last.
        """
        frame, known = lane.frame, specs(lane.algorithm.params)
        if self.form is None or self._key != lane.key:
            return
        data = self.session.table.data
        self.form.show_data(data.columns, data.n if lane.run is None else lane.run.data.n, data.class_titles)
        if lane.refusal:
            self.form.show_chosen({name: None for name, spec in known.items() if spec.auto is not None})
        elif frame is not None:
            self.form.show_chosen({
                name: spec.auto(frame.step, frame.params)
                for name, spec in known.items() if spec.auto is not None and not getattr(frame.params, name)
            })  # fmt: skip

    def restyle(self) -> None:
        self.about.restyle()
        super().restyle()


def high(widget: QWidget, width: int) -> int:
    """The preferred height of a widget at this width."""
    return widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()


class AboutPanel(QWidget):
    """The name, what it does in a sentence, and its source."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.name = QLabel()
        self.summary, self.source = SteadyLabel(), SteadyLabel(look="small")
        self.name.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 2)
        column.setSpacing(2)
        for label in (self.name, self.summary, self.source):
            column.addWidget(label)
        self.restyle()

    def show_algorithm(self, lane: Lane) -> None:
        algorithm = lane.algorithm
        self.name.setText(algorithm.name)
        for label, words in ((self.summary, algorithm.summary), (self.source, algorithm.source)):
            if label.text() != words:
                label.forget()
                label.say(words)
        self.name.setToolTip(plain(f"{algorithm.summary}\n{algorithm.source}"))

    def set_compact(self, compact: bool) -> None:
        """Leave the summary and the source to the tool tip of the name."""
        self.summary.setVisible(not compact)
        self.source.setVisible(not compact)

    def restyle(self) -> None:
        self.name.setFont(self._appearance.font("title", weight=600))


if __name__ == "__main__":
    run_alone(ModelDock)
