"""How well the model of this step does: counts, rates and curves of its answers in each part of the rows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QWidget

from engine.base.words import figure
from engine.data.split import PARTS, TEST, TRAINING, VALIDATION
from engine.maths.evaluation.confusion import Crossed
from gui.docks.confusion import MOST, ConfusionTable, rows_counted
from gui.docks.dock import Dock, run_alone
from gui.docks.evaluated.choices import CLASSES, COUNTS, CURVES, ERRORS, RATES, RESIDUALS, Choices
from gui.docks.evaluated.controls import Controls
from gui.docks.evaluated.curves_page import CurvesPage
from gui.docks.evaluated.judged_rows import JudgedRows, accuracy_words, judged_parts, usual_part
from gui.docks.evaluated.rates_page import ClassesPage, RatesPage
from gui.docks.evaluated.residuals_page import ResidualsPage
from gui.docks.last_look import LastLook
from gui.docks.missed_tables import MissedTables
from gui.docks.runs_table import RunsTable, Tabled
from gui.look.appearance import Appearance
from gui.session.job import Frame
from gui.session.lane import Lane
from gui.session.session import Session
from gui.widgets.forms.choosers import Segments
from gui.widgets.number_table import NumberTable
from gui.widgets.section import scrolled


class Part(Tabled):
    """One part of the rows: the share that is right, and the table of classes against answers."""

    def __init__(self, name: str, appearance: Appearance, parent: QWidget | None = None) -> None:
        self.table, self._appearance = ConfusionTable(appearance), appearance
        super().__init__(self.table, parent)
        self._name = name
        self.baselines = QLabel(self)
        self.baselines.setProperty("look", "small")
        self.column.insertWidget(1, self.baselines)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def show_crossed(
        self, crossed: Crossed, classes: tuple[str, ...], answers: tuple[str, ...], judged: bool, shares: bool = False
    ) -> None:
        """Rows are the classes, columns the answers; with too many of them the share of right answers still is told."""
        if judged and crossed.n:
            share = f"{crossed.right:,} of {crossed.n:,} right, {figure(100 * crossed.right / crossed.n, 3)} %"
        else:
            share = f"{crossed.n:,} rows"
        self.words.setText(f"{self._name}: {share}")
        self.table.setAccessibleName(f"{self._name}: classes and answers")
        small = max(len(classes), len(answers)) <= MOST
        self.table.setVisible(small)
        if small:
            self.table.show_counts(crossed, classes, answers, "called" if judged else "in", shares)
            self.insist(self._appearance.scale)

    def room_for(self, table: NumberTable) -> int:
        """Three such tables stand side by side: their heads go over several lines before one is out of sight."""
        above = [line.sizeHint().width() for line in (self.words, self.baselines) if not line.isHidden()]
        return max(table.least_width, *above)

    def compare(self, words: str) -> None:
        """Say what the simplest answers score."""
        self.baselines.setText(words)
        self.baselines.setVisible(bool(words))


HIGH = 128
"""The tables insist on no more than so many pixels, at the usual size of the text; below that they scroll."""
MOST_HIGH, PADDING, CHART = 316, 8, 236
"""It asks for no more of the window than this, with so much around what it shows; a chart has this height in it."""
PAGES = {"classification": (COUNTS, RATES, CLASSES, CURVES), "regression": (ERRORS, RESIDUALS)}
"""The pages available for the kind of model."""
UNDIVIDED = "All rows are learnt from. In the panel Data, under Split, some are kept for validation and for test."


def in_parts(session: Session) -> str:
    """How many rows each part has."""
    parts = session.table.data_parts()
    told = [f"{count:,} {part}" for part, count in zip(PARTS, parts.counts, strict=True) if count]
    return f"Rows: {', '.join(told)}" if len(told) > 1 else parts.why or UNDIVIDED


NOT_YET = "There is no model at this step yet that answers for a row. Step on."
NEVER = "No model of this method answers for a row, so there is nothing to be counted."
REFUSED = "There is no model: over the picture stands why this method cannot take these data."


def uncounted(lane: Lane) -> str:
    """Why no answers are counted at the step in view."""
    if lane.refusal:
        return REFUSED
    if (frame := lane.frame) is None or hasattr(model := frame.step.model, "predict"):
        return NOT_YET
    at_end = lane.ending is not None and frame.index == lane.known - 1
    answers_later = lane.task in ("classification", "clustering")
    return NEVER if at_end or (model is not None and not answers_later) else NOT_YET


class EvaluationDock(Dock):
    """Pages on the step in view; the test rows are judged only on request."""

    title = "Evaluation"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.choices = Choices(self)
        self.runs = RunsTable(appearance, self)
        self.nothing = QLabel(self)
        self.nothing.setProperty("look", "quiet")
        self.nothing.setWordWrap(True)
        self.training = Part("Rows it learned from", appearance, self)
        self.validation = Part("Validation rows", appearance, self)
        self.test = LastLook(session, appearance, self)
        self.missed = MissedTables(appearance, self)
        self.rates, self.classes = RatesPage(appearance, self), ClassesPage(appearance, self)
        self.shares = QCheckBox("Shares", self)
        self.shares.setToolTip("Divide each count by the number of rows of its class")
        self.curves = CurvesPage(session, appearance, self.choices, self)
        self.residuals = ResidualsPage(session, appearance, self)
        self.controls = Controls(self.choices, self)
        every = tuple(page for pages in PAGES.values() for page in pages)
        self.pages = Segments(every, tuple(page.capitalize() for page in every), self)
        self.split_words = QLabel(self)
        self.split_words.setProperty("look", "small")
        self.split_words.setWordWrap(True)  # in one line it would ask for a window wider than 1280 pixels
        self._of: tuple[object, ...] = ()
        self._need = 0
        self._connect()
        self._lay_out()

    def _connect(self) -> None:
        session = self.session
        self.training.table.meant.connect(lambda code, answer: self._light(TRAINING, code, answer))
        self.validation.table.meant.connect(lambda code, answer: self._light(VALIDATION, code, answer))
        self.test.table.meant.connect(self._light_tested)
        self.missed.meant.connect(lambda row: session.selection.select([row]))
        self.test.seen.connect(self.touch)
        self.pages.chosen.connect(lambda page: self.choices.set(page=page))
        self.choices.changed.connect(self._chosen)
        self.shares.toggled.connect(lambda on: self.choices.set(shares=on))
        self.curves.scores.found.connect(self.touch)
        for signal in (session.frame_changed, session.run_changed):
            signal.connect(self._lane_changed)
        session.progressed.connect(self._progressed)
        for changed in (
            session.view.overlaid_changed,
            session.lanes_changed,
            session.table.split_changed,
            session.table.looked_changed,
        ):
            changed.connect(self.touch)

    def _lay_out(self) -> None:
        inside = QWidget()
        self._parts = parts = QHBoxLayout(inside)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(24)
        for part in (self.runs, self.training, self.validation):
            parts.addWidget(part)
        for wide in (self.missed, self.rates, self.classes, self.curves, self.residuals):
            parts.addWidget(wide, 1)
        parts.addWidget(self.test)
        line = QHBoxLayout()
        line.addWidget(self.split_words, 1)
        line.addWidget(self.shares)
        for button in self.pages.buttons.values():
            button.hide()  # together they would ask for a wider window before there is anything to choose
        line.addWidget(self.pages)
        line.addSpacing(8)
        line.addWidget(self.test.ask)
        self.content.addLayout(line)
        self.content.addWidget(self.controls)
        self.content.addWidget(self.nothing)
        self.area = scrolled(inside)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.content.addWidget(self.area, 1)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        session = self.session
        self.split_words.setText(in_parts(session))
        self.test.refresh()
        self.runs.show_runs(session)
        self._forget_if_other()
        refused = bool(session.lanes and session.lane.refusal)
        frame = session.lane.frame if session.lanes and not refused else None
        parts = judged_parts(session, frame, self.test.answers) if session.lanes else {}
        page = self._page(frame)
        judged = usual_part(parts, self.choices.part)
        self._show_chosen(page, parts, judged)
        counted = page in ("", COUNTS, ERRORS)
        self.runs.setVisible(counted and len(session.lanes) > 1)
        self.test.setVisible(counted and self.test.ask.isVisibleTo(self))
        said = self._show_counts(frame, parts) if counted else self._show_page(page, frame, judged)
        for part in (self.training, self.validation, self.missed) if not counted else ():
            part.hide()
        self.shares.setVisible(page == COUNTS)
        for own, shown in self._shown_by_page.items():
            shown.setVisible(page == own and not said)
        self.nothing.setText(said)
        self.nothing.setVisible(bool(said))
        self._insist(page)

    def _page(self, frame: Frame | None) -> str:
        """Which page is in view; "" for the counts of what is not judged."""
        there = PAGES.get(self.session.lane.task, ()) if frame is not None else ()
        return self.choices.page if self.choices.page in there else there[0] if there else ""

    def _show_chosen(self, page: str, parts: dict[str, JudgedRows], judged: JudgedRows | None) -> None:
        """The choice of pages, and of what the page needs."""
        there = PAGES.get(self.session.lane.task, ()) if page else ()
        for name, button in self.pages.buttons.items():
            button.setVisible(name in there)
        self.pages.show_option(page)
        names = self.session.table.data.feature_names
        classes = judged.classes if judged is not None else ()
        self.controls.show_choices(page, list(parts), judged.part if judged is not None else "", classes, names)

    def _show_counts(self, frame: Frame | None, parts: dict[str, JudgedRows]) -> str:
        """Tables of counts, or errors of numbers; what stands in their place, or ""."""
        session = self.session
        judged = session.lanes and session.lane.task == "classification"
        told = len(session.lanes) > 1 and bool(self.runs.words.text())  # over the runs it is said by name
        self.missed.show_missed(session, self.test.missed, parts) if session.lanes else self.missed.hide()
        self.test.compare(accuracy_words(parts[TEST]) if judged and TEST in parts else "")
        both = (
            (self.training, TRAINING, frame and frame.training),
            (self.validation, VALIDATION, frame and frame.validation),
        )
        for part, name, crossed in both:
            part.setVisible(bool(crossed))
            if frame is not None and crossed:
                classes = frame.data.class_titles or ("all",)
                kinds = crossed.counts.shape[1]
                answers = frame.data.class_titles if judged else tuple(f"cluster {k + 1}" for k in range(kinds))
                part.compare(accuracy_words(parts[name]) if judged and name in parts else "")
                part.show_crossed(crossed, classes, answers, bool(judged), self.choices.shares)
        if (frame is not None and bool(frame.training or frame.missed)) or told:
            return ""
        return uncounted(session.lane) if session.lanes else NOT_YET

    def _show_page(self, page: str, frame: Frame | None, judged: JudgedRows | None) -> str:
        """One of the other pages; what stands in its place, or ""."""
        if frame is None or judged is None:
            return uncounted(self.session.lane)
        if page == CURVES:
            return self.curves.show_judged(frame, judged)
        shown = self.rates if page == RATES else self.classes if page == CLASSES else self.residuals
        shown.show_judged(judged, self.choices)
        return ""

    @property
    def _shown_by_page(self) -> dict[str, QWidget]:
        """The widget that fills a page with a single item."""
        return {RATES: self.rates, CLASSES: self.classes, CURVES: self.curves, RESIDUALS: self.residuals}

    def _insist(self, page: str) -> None:
        """As high as what stands side by side, up to a few rows; the window is asked for what a page needs."""
        self._parts.activate()
        high = self._parts.sizeHint().height() + self.area.horizontalScrollBar().sizeHint().height()
        self.area.setMinimumHeight(min(high, round(HIGH * self.appearance.scale)))
        heads = [self.pages, *([self.controls] if self.controls.isVisibleTo(self) else [])]
        above = sum(head.sizeHint().height() + self.content.spacing() for head in heads)
        chart = CHART if page in (CURVES, RESIDUALS) else 0
        need = min(max(high, chart) + above + PADDING, round(MOST_HIGH * self.appearance.scale)) if page else 0
        if need != self._need:
            self._need = need
            self.resized_content.emit()

    def least(self) -> int:
        return self._need

    # -- what is chosen ------------------------------------------------------------------------------------------------

    def _chosen(self) -> None:
        """Another page, class, cost or threshold; the plane shows the threshold while its page is in view."""
        self._hold_threshold()
        self.touch()

    def _hold_threshold(self) -> None:
        session, choices = self.session, self.choices
        seen = self.isVisible() and session.lanes and session.lane.task == "classification" and choices.page == CURVES
        if not seen or choices.threshold is None:
            return session.threshold.let_go()
        classes = len(session.table.data.class_names)
        session.threshold.hold(session.lane, choices.positive_of(classes), choices.threshold)

    def _forget_if_other(self) -> None:
        """The threshold belongs to the scores of one method on one table."""
        session = self.session
        of = (session.lane.identity, session.lane.key, session.table.data.class_names) if session.lanes else ()
        if of != self._of:
            self._of = of
            self.choices.threshold = None
            session.threshold.let_go()

    def _light(self, part: str, code: int, answer: int) -> None:
        """Select the rows of a part that a count stands for."""
        frame = self.session.lane.frame if self.session.lanes else None
        if frame is not None:
            there = self.session.table.data_parts().codes == PARTS.index(part)
            self.session.selection.select(rows_counted(frame, self.session.table.data, there, code, answer).tolist())

    def _light_tested(self, code: int, answer: int) -> None:
        """The same of the test rows, which have been looked at: no frame has their answers."""
        session, answers = self.session, self.test.answers
        rows = session.table.data_parts().rows(TEST)
        if answers is not None and len(answers) == len(rows):
            session.selection.select(rows[(session.table.data.codes[rows] == code) & (answers == answer)].tolist())

    def _lane_changed(self, lane: int) -> None:
        if lane == self.session.active or len(self.session.lanes) > 1:
            self.touch()

    def _progressed(self, lane: int) -> None:
        """A run is refused, or its end has become known: what waited for a later step says that there is none."""
        session = self.session
        ended = bool(session.lanes) and self.nothing.text() == NOT_YET and uncounted(session.lane) != NOT_YET
        if ended or (session.lanes and session.lane.refusal):
            self._lane_changed(lane)

    def restyle(self) -> None:
        self.curves.restyle()
        self.residuals.restyle()
        super().restyle()

    def showEvent(self, event: QShowEvent) -> None:
        self.session.set_evaluating(True)
        super().showEvent(event)
        self._hold_threshold()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.session.set_evaluating(False)
        self.session.threshold.let_go()


if __name__ == "__main__":
    run_alone(EvaluationDock, width=700, height=260)
