"""Which rows a preparation is fitted to, and on demand what it would look like to fit it to all of them."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engine.base.errors import Refusal
from engine.base.words import counted
from engine.core.leak import Leak, leak
from gui.session.background_task import BackgroundTask
from gui.session.session import Session
from gui.widgets.steady_label import SteadyLabel

COMPARE, STOP = "Compare with a leak", "Stop"


class LeakLine(QWidget):
    """Seen while rows are kept for validation."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self.words = SteadyLabel(self, look="small")
        self.ask = QPushButton(COMPARE, self)
        self.ask.setToolTip("Fits the model with the preparation fitted to all rows too, and compares the errors")
        self.ask.clicked.connect(self._clicked)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        whole.addWidget(self.words)
        whole.addWidget(self.ask)
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._told)
        self._asked: object | None = None
        session.run_changed.connect(self._run_changed)
        session.lanes_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the current state; the last comparison is out of date."""
        self._asked = None
        learnt, judged, _ = self.session.table.parts.counts
        there = self.session.table.prepared is not None and judged > 0
        self.setVisible(there)
        if there:
            self.words.forget()
            rows = counted(learnt, "training row")
            self.words.say(f"Fitted to the {rows} only, not to the {judged:,} for validation.")
        self.ask.setText(COMPARE)
        self.ask.setEnabled(bool(self.session.lanes))

    def _run_changed(self, _: int) -> None:
        self.refresh()

    def finish(self) -> None:
        """Wait for the comparison."""
        self._task.finish()

    def _clicked(self) -> None:
        """Begin to compare, or stop it."""
        if self.ask.text() == STOP:
            return self.refresh()
        return self._compare()

    def _compare(self) -> None:
        session, parts = self.session, self.session.table.parts
        if not session.lanes:
            return
        lane, table, preparation = session.lane, session.table.raw, session.table.preparation
        algorithm, params, seed = lane.algorithm, lane.params, lane.seed
        self._asked = asked = object()
        self.ask.setText(STOP)
        self.words.say("Fitting the model twice …")

        def stopped() -> bool:
            return self._asked is not asked

        self._task.ask(asked, lambda: leak(algorithm, params, seed, table, preparation, parts, stopped))

    def _told(self, asked: object, made: Leak | Exception) -> None:
        if asked is not self._asked:
            return
        self.ask.setText(COMPARE)
        self.words.say(_said(made))


def _said(made: Any) -> str:
    if isinstance(made, Leak):
        return made.words()
    if isinstance(made, Refusal):
        return str(made)
    raise made
