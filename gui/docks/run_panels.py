"""What belongs to a run besides its parameters: its seed, and where it begins."""

from __future__ import annotations

import random

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine.base.params import Whole, specs
from engine.base.words import joined
from engine.data.dataset import Dataset
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.lane import Lane, decided
from gui.session.numbers import parsed
from gui.session.placing import handles_for, positions, seen_data
from gui.session.session import Session
from gui.widgets.forms.number_widgets import NumberEdit
from gui.widgets.forms.symbols import called
from gui.widgets.steady_label import SteadyLabel

SEED = Whole(0, "the seed of all random numbers of the run", low=0, high=2**31 - 1)


class SeedRow(QWidget):
    """The seed, and a die that rolls another.

    held  whether a key steps it, which may repeat itself: all that it is set to until `let_go` is one change
    """

    changed = Signal(int)
    let_go = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.held = False
        self._seed = 0
        self.label = QLabel("seed", self)
        self.text = NumberEdit(self, digits=6)
        self.text.setAccessibleName("seed")
        self.dice = QToolButton(self)
        for widget in (self.label, self.text):
            widget.setToolTip("All random numbers of the run come from this seed: the same seed gives the same steps.")
        self.dice.setToolTip("Roll another seed")
        self.dice.setAccessibleName("Roll another seed")
        row = self.row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.label)
        row.addWidget(self.text)
        row.addWidget(self.dice)
        row.addStretch(1)
        self.text.editingFinished.connect(self._typed)
        self.text.stepped.connect(self._step)
        self.text.let_go.connect(self.let_go)
        self.dice.clicked.connect(lambda: self._take(random.SystemRandom().randrange(100_000)))
        self._restyle()
        appearance.changed.connect(self._restyle)

    def show_seed(self, seed: int) -> None:
        if seed != self._seed or not self.text.text():
            self._seed = seed
            self.text.show_number(seed)
            self.text.set_wrong(False)

    def _typed(self) -> None:
        number = parsed(self.text.text(), whole=True)
        legal = number is not None and number == int(number) and SEED.low <= number <= SEED.high
        self.text.set_wrong(not legal)
        if legal and number is not None:
            self._take(int(number))

    def _step(self, by: int) -> None:
        self.held = True
        self._take(min(max(self._seed + by, SEED.low), SEED.high))
        self.held = False

    def _take(self, seed: int) -> None:
        if seed != self._seed:
            self.show_seed(seed)
            self.changed.emit(seed)

    def _restyle(self) -> None:
        self.dice.setIcon(self._appearance.icon("dice"))


GO_ON = "Continue from here"
BETWEEN = 6
"""Pixels between two buttons."""


class StartPanel(QWidget):
    """Where the run begins: afresh, from what was placed by hand, or from the present model."""

    def __init__(self, session: Session, appearance: Appearance) -> None:
        super().__init__()
        self._session, self._appearance = session, appearance
        self.words = SteadyLabel(look="quiet")
        self.clear = QToolButton()
        self.clear.setToolTip("Begin afresh")
        self.clear.setAccessibleName("Begin afresh")
        self.again = QPushButton("Restart")
        self.again.setToolTip("Go back to the first step")
        self.go_on = QPushButton(GO_ON)
        self.go_on.setAccessibleName(GO_ON)
        said = QHBoxLayout()
        said.addWidget(self.words, 1)
        said.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignTop)
        buttons = QHBoxLayout()
        buttons.setSpacing(BETWEEN)
        buttons.addWidget(self.again)
        buttons.addWidget(self.go_on, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(said)
        column.addLayout(buttons)
        self.again.clicked.connect(session.restart)
        self.go_on.clicked.connect(session.continue_from_here)
        self.clear.clicked.connect(lambda: session.set_start(None))
        self._restyle()
        appearance.changed.connect(self._restyle)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow column has the first word alone on the button, and not a part of the others."""
        super().resizeEvent(event)
        self.go_on.setText(GO_ON)
        room = self.width() - self.again.sizeHint().width() - BETWEEN
        if self.go_on.sizeHint().width() > room:
            self.go_on.setText(GO_ON.partition(" ")[0])

    def show_start(self, lane: Lane) -> None:
        given = lane.start is not None
        self.words.setVisible(given)
        self.clear.setVisible(given)
        self.words.say(begins(lane, self._session.table.data) if given else "")
        model = lane.frame.step.model if lane.frame is not None and not lane.refusal else None
        able = model is not None and isinstance(model, lane.algorithm.starts)
        self.go_on.setEnabled(able)
        goes_on = "Keeps the model of this step and goes on from it with the data as it is now, without a replay."
        why_not = f"{lane.algorithm.name} cannot go on from the model of this step."
        self.go_on.setToolTip(plain(goes_on if able else why_not))

    def _restyle(self) -> None:
        self.clear.setIcon(self._appearance.icon("close"))
        self.again.setIcon(self._appearance.icon("restart"))
        self.go_on.setIcon(self._appearance.icon("continue"))


def begins(lane: Lane, data: Dataset) -> str:
    """What a run begins from, in words: what can be placed by hand is named by its handles."""
    told = []
    for handle in handles_for(lane):
        there = positions(lane.start, handle, seen_data(lane, data))
        if there.any() and not handle.rod:  # weights of 0 are what a run begins with anyway
            one = len(there) == 1
            told.append(f"{len(there)} given position{'' if one else 's'} ({'' if one else 'each '}{handle.label})")
    known = specs(lane.algorithm.params)
    settled = joined(called(one.parameter, known[one.parameter]) for one in decided(lane))
    given = joined(told) if told else "the model that was kept"
    return f"Begins from {given}{f', which decides {settled}' if settled else ''}."
