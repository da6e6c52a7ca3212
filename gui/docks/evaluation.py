"""How well the model of this step does: its answers against the classes, in each part of the rows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from engine.base.words import figure
from engine.data.split import PARTS, TRAINING, VALIDATION
from engine.maths.evaluation.confusion import Crossed
from gui.docks.confusion import MOST, ConfusionTable, rows_counted
from gui.docks.dock import Dock, run_alone
from gui.docks.last_look import LastLook
from gui.docks.missed_tables import MissedTables
from gui.docks.runs_table import RunsTable, Tabled
from gui.look.appearance import Appearance
from gui.session.lane import Lane
from gui.session.session import Session
from gui.widgets.section import scrolled


class Part(Tabled):
    """One part of the rows: the share that is right, and the table of classes against answers."""

    def __init__(self, name: str, appearance: Appearance, parent: QWidget | None = None) -> None:
        self.table, self._appearance = ConfusionTable(appearance), appearance
        super().__init__(self.table, parent)
        self._name = name
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def show_crossed(self, crossed: Crossed, classes: tuple[str, ...], answers: tuple[str, ...], judged: bool) -> None:
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
            self.table.show_counts(crossed, classes, answers, "called" if judged else "in")
            self.insist(self._appearance.scale)


HIGH = 128
"""The tables insist on no more than so many pixels, at the usual size of the text; below that they scroll."""
UNDIVIDED = "All rows are learnt from. In the panel Data, under Split, some are kept for validation and for test."


def in_parts(session: Session) -> str:
    """How many rows each part has."""
    parts = session.data_parts()
    told = [f"{count:,} for {part}" for part, count in zip(PARTS, parts.counts, strict=True) if count]
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
    """Confusion tables of the step in view; that of the test rows only when somebody asks for it."""

    title = "Evaluation"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.runs = RunsTable(appearance, self)
        self.nothing = QLabel(self)
        self.nothing.setProperty("look", "quiet")
        self.nothing.setWordWrap(True)
        self.training = Part("Rows it learned from", appearance, self)
        self.validation = Part("Validation rows", appearance, self)
        self.test = LastLook(session, appearance, self)
        self.missed = MissedTables(appearance, self)
        self.split_words = QLabel(self)
        self.split_words.setProperty("look", "small")
        self.training.table.meant.connect(lambda code, answer: self._light(TRAINING, code, answer))
        self.validation.table.meant.connect(lambda code, answer: self._light(VALIDATION, code, answer))
        self.missed.meant.connect(lambda row: session.select([row]))
        self.test.seen.connect(self.touch)
        self._lay_out()
        for signal in (session.frame_changed, session.run_changed):
            signal.connect(self._lane_changed)
        session.progressed.connect(self._lane_changed_if_refused)
        session.comparing_changed.connect(self.touch)
        session.lanes_changed.connect(self.touch)
        session.split_changed.connect(self.touch)
        session.looked_changed.connect(self.touch)

    def _lay_out(self) -> None:
        inside = QWidget()
        self._parts = parts = QHBoxLayout(inside)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(24)
        parts.addWidget(self.runs)
        parts.addWidget(self.training)
        parts.addWidget(self.validation)
        parts.addWidget(self.missed, 1)
        parts.addWidget(self.test)
        line = QHBoxLayout()
        line.addWidget(self.split_words, 1)
        line.addWidget(self.test.ask)
        self.content.addLayout(line)
        self.content.addWidget(self.nothing)
        self.area = scrolled(inside)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.content.addWidget(self.area, 1)

    def refresh(self) -> None:
        self.split_words.setText(in_parts(self.session))
        self.test.refresh()
        self.runs.show_runs(self.session)
        refused = bool(self.session.lanes and self.session.lane.refusal)
        frame = self.session.lane.frame if self.session.lanes and not refused else None
        judged = self.session.lanes and self.session.lane.task == "classification"
        told = len(self.session.lanes) > 1 and bool(self.runs.words.text())  # over the runs it is said by name
        self.missed.show_missed(self.session, self.test.missed) if self.session.lanes else self.missed.hide()
        counted_or_missed = frame is not None and bool(frame.training or frame.missed)
        self.nothing.setVisible(not counted_or_missed and not told)
        self.nothing.setText(uncounted(self.session.lane) if self.session.lanes else NOT_YET)
        for part, crossed in ((self.training, frame and frame.training), (self.validation, frame and frame.validation)):
            part.setVisible(bool(crossed))
            if frame is not None and crossed:
                classes = frame.data.class_titles or ("all",)
                kinds = crossed.counts.shape[1]
                answers = frame.data.class_titles if judged else tuple(f"cluster {k + 1}" for k in range(kinds))
                part.show_crossed(crossed, classes, answers, bool(judged))

        self._insist()

    def _insist(self) -> None:
        """As high as what stands side by side, up to a few rows."""
        self._parts.activate()
        high = self._parts.sizeHint().height() + self.area.horizontalScrollBar().sizeHint().height()
        self.area.setMinimumHeight(min(high, round(HIGH * self.appearance.scale)))

    def _light(self, part: str, code: int, answer: int) -> None:
        """Select the rows of a part that a count stands for."""
        frame = self.session.lane.frame if self.session.lanes else None
        if frame is not None:
            there = self.session.data_parts().codes == PARTS.index(part)
            self.session.select(rows_counted(frame, self.session.data, there, code, answer).tolist())

    def _lane_changed(self, lane: int) -> None:
        if lane == self.session.active or len(self.session.lanes) > 1:
            self.touch()

    def _lane_changed_if_refused(self, lane: int) -> None:
        if self.session.lanes and self.session.lane.refusal:
            self._lane_changed(lane)

    def showEvent(self, event: QShowEvent) -> None:
        self.session.set_evaluating(True)
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.session.set_evaluating(False)


if __name__ == "__main__":
    run_alone(EvaluationDock, width=700, height=260)
