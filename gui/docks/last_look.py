"""The rows for test: what they say of the model in view, shown only on request, and every look is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engine.base.words import counted, figure
from engine.data.dataset import Dataset
from engine.maths.evaluation.confusion import Crossed
from engine.maths.evaluation.missed import Missed, missed
from gui.docks.confusion import MOST, ConfusionTable
from gui.docks.runs_table import WIDE
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.background_task import BackgroundTask
from gui.session.job import Frame, met
from gui.session.session import Session
from gui.widgets.steady_label import SteadyLabel

LOOK = "Look at test rows"
WHAT_FOR = "They are for the end: choosing by the test scores is tuning on them, and then they judge nothing any more"
UNTOUCHED = "They have not been looked at yet."


@dataclass(frozen=True)
class Found:
    """What the test rows say of a model: its answers (n,), how they meet the classes, or how far numbers are off."""

    n: int
    classes: tuple[str, ...]
    crossed: Crossed | None
    missed: Missed | None
    answers: np.ndarray

    @classmethod
    def of(cls, model: Any, test: Dataset, task: Any) -> Found:
        answers = np.asarray(model.predict(test.X))
        errors = missed(test.y, answers) if task == "regression" and test.y is not None else None
        return cls(test.n, test.class_titles, met(test, answers, task), errors, answers)

    def words(self, step: int) -> str:
        if self.missed is not None:
            one = self.missed
            errors = f"RMSE {figure(one.rmse)}, MAE {figure(one.mae)}, R² {figure(one.r2)}"
            return f"Step {step}: on {counted(self.n, 'test row')} {errors}."
        assert self.crossed is not None
        right = self.crossed.right
        return f"Test rows, step {step}: {right:,} of {self.n:,} right, {figure(100 * right / self.n, 3)} %."


def looks_told(times: int) -> str:
    """How often they have been looked at, and what they are worth since."""
    if times == 0:
        return UNTOUCHED
    if times == 1:
        return "Looked at once: they judge what was chosen before, and nothing chosen from now on."
    return f"Looked at {times:,} times: they are no longer unseen. To draw other rows: panel Data, under Split."


class LastLook(QWidget):
    """The words of the last look while its step is in view, and the number of looks.

    ask  the button for it: it stands in a line above, so that the table has the room that the others have
    """

    seen = Signal()
    """The evaluation on the test rows has arrived."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self.session, self._appearance = session, appearance
        self.ask = QPushButton(LOOK, self)
        self.ask.clicked.connect(self._look)
        self.words = SteadyLabel(self)
        self.baselines = SteadyLabel(self, look="small")
        self.looks = SteadyLabel(self, look="small")
        self.table = ConfusionTable(appearance)
        self.table.setParent(self)
        self.table.setAccessibleName("Test rows: classes and answers")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.words)
        whole.addWidget(self.baselines)
        whole.addWidget(self.table)
        whole.addWidget(self.looks)
        whole.addStretch(1)
        self._seen: tuple[Frame, Found] | None = None
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._told)

    @property
    def missed(self) -> Missed | None:
        """By how much the model in view misses the numbers of the test rows, once they have been looked at."""
        return None if self._seen is None else self._seen[1].missed

    @property
    def answers(self) -> np.ndarray | None:
        """(n,) what the model in view says of the test rows, once they have been looked at."""
        return None if self._seen is None else self._seen[1].answers

    def compare(self, words: str) -> None:
        """Say what the simplest answers score on the rows that have been looked at."""
        self.baselines.forget()
        self.baselines.say(words)
        self.baselines.setVisible(bool(words))

    def finish(self) -> None:
        """Wait for what the test rows say."""
        self._task.finish()

    def refresh(self) -> None:
        """What was seen is seen while its step is in view; another step is another look."""
        session = self.session
        test = session.division().test if session.lanes else None
        for part in (self, self.ask):
            part.setVisible(test is not None)
        if test is None:
            return
        frame = session.lane.frame
        if self._seen is not None and not (frame is not None and same_step(frame, self._seen[0])):
            self._seen = None
        why = self._why_not(frame)
        self.ask.setEnabled(not why)
        self.ask.setToolTip(plain(why or WHAT_FOR))
        self.looks.forget()
        self.looks.say(looks_told(session.table.times_looked))
        self._show()

    def _why_not(self, frame: Frame | None) -> str:
        """Why there is nothing to be seen, or ""."""
        if self.session.lane.algorithm.task_on(self.session.table.data) not in ("classification", "regression"):
            return "This method answers with nothing that could be right or wrong."
        if frame is None or self.session.lane.refusal or not hasattr(frame.step.model, "predict"):
            return "There is no model at this step that answers for a row."
        return ""

    def _look(self) -> None:
        session, frame = self.session, self.session.lane.frame
        test, task = session.division().test, session.lane.algorithm.task_on(session.table.data)
        if frame is None or test is None:
            return
        session.table.look_at_test()
        self._task.ask(frame, lambda: Found.of(frame.step.model, test, task))

    def _told(self, frame: Frame, found: Found | Exception) -> None:
        if isinstance(found, Exception):
            raise found
        self._seen = frame, found
        self.refresh()
        self.seen.emit()

    def _show(self) -> None:
        """The answers on the test rows, if those of this step were asked for."""
        self.words.setVisible(self._seen is not None)
        self.table.setVisible(False)
        self.setMinimumWidth(0)
        if self._seen is not None:
            frame, found = self._seen
            self.words.forget()
            self.words.say(found.words(frame.index))
            if found.crossed is not None and len(found.classes) <= MOST:
                self.table.setVisible(True)
                self.table.show_counts(found.crossed, found.classes, found.classes, "called")
                self.setMinimumWidth(min(self.table.least_width, round(WIDE * self._appearance.scale)))


def same_step(frame: Frame, other: Frame) -> bool:
    """Whether two frames show the same step of the same run."""
    return frame.step is other.step and frame.lane == other.lane
