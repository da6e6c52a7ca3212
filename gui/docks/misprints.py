"""What the lecture notes print wrongly about the step in view: a switch, and beside the right form the printed one."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.core.errata import Kind, Misprint
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.widgets.formula import FormulaView
from gui.widgets.steady_label import SteadyLabel, unbroken, worked_out

HEADINGS: dict[Kind, str] = {
    "wrong": "Wrong, as the notes print it",
    "open": "Not enough, as the notes print it",
    "copy": "Damaged in the copy of the notes",
}
WORDS = ("As printed in the lecture notes", "As printed in the notes", "As printed")
"""What is said beside the switch, and what of it where it has less room."""
TOLD = "what this step would give by the error in them, and what is right"
FILE = re.compile(r"(\d+)_[0-9a-f]+\.txt")
"""A note, as the list of errata names it: its number, and the name of its file."""


class MisprintsPanel(QWidget):
    """The switch is there only where the notes are wrong about the step, and is off again for another algorithm.

    It stands in the line of the heading, where it takes no room from the numbers and moves nothing when it goes.
    """

    opened = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._misprints: tuple[Misprint, ...] = ()
        self.switch = Switch()
        self.switch.toggled.connect(self._switched)
        self.blocks: list[MisprintBlock] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.switch.hide()
        self.hide()
        appearance.changed.connect(self._restyle)
        self._restyle()

    def show_misprints(self, misprints: tuple[Misprint, ...]) -> None:
        """Those of this step; none takes the switch away, and its place stays."""
        self._misprints = misprints
        self.switch.setVisible(bool(misprints))
        self.switch.tell(misprints)
        self._fill()

    def forget(self) -> None:
        """Another algorithm: no height is kept."""
        self.show_misprints(())
        for block in self.blocks:
            block.forget()

    def _switched(self, on: bool) -> None:
        self._fill()
        if on:
            self.opened.emit()

    def _fill(self) -> None:
        there = self._misprints if self.switch.isChecked() else ()
        while len(self.blocks) < len(there):
            self.blocks.append(MisprintBlock(self._appearance))
            self._column.addWidget(self.blocks[-1])
        for number, block in enumerate(self.blocks):
            if number < len(there):
                block.tell(there[number])
            block.setVisible(number < len(there))
        self.setVisible(bool(there))

    def _restyle(self) -> None:
        self.switch.setFont(self._appearance.font("small"))


class Switch(QCheckBox):
    """A box to check, with fewer words where all of them have no room; its tip has them all."""

    def __init__(self) -> None:
        super().__init__(WORDS[0])
        self.setAccessibleName(WORDS[0])
        self.tell(())

    def tell(self, misprints: tuple[Misprint, ...]) -> None:
        """Say in the tip which notes, and where in them."""
        places = dict.fromkeys(f"{noted(one.erratum.place)} ({one.erratum.id})" for one in misprints)
        self.setToolTip(plain("\n".join((f"{WORDS[0]}: {TOLD}", *places))))

    def sizeHint(self) -> QSize:
        return self._needed(WORDS[0])

    def minimumSizeHint(self) -> QSize:
        return self._needed(WORDS[-1])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setText(next((words for words in WORDS if self._needed(words).width() <= self.width()), WORDS[-1]))

    def _needed(self, words: str) -> QSize:
        """How large it is with these words, whichever it has now."""
        size, wide = super().sizeHint(), self.fontMetrics().horizontalAdvance
        return QSize(size.width() + wide(words) - wide(self.text()), size.height())


class MisprintBlock(QWidget):
    """One of them: the printed formula in the colour of what is wrong, what it gives, then the right one and why."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._cross, self._tick = QLabel(), QLabel()
        self.heading, self.correct = SteadyLabel(look="wrong"), SteadyLabel()
        self.printed, self.right = FormulaView(appearance, wrong=True), FormulaView(appearance)
        self.worked, self.verdict = SteadyLabel(), SteadyLabel()
        self.why, self.place = SteadyLabel(), SteadyLabel(look="small")
        wrong, column = QWidget(), QVBoxLayout(self)
        wrong.setProperty("look", "misprint")
        wrong.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        upper, lower = QVBoxLayout(wrong), QVBoxLayout()
        for part in (column, upper, lower):
            part.setContentsMargins(12, 6, 6, 6)
            part.setSpacing(6)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(wrong)
        column.addLayout(lower)
        _stack(upper, self._cross, self.heading, self.printed, self.worked, self.verdict)
        _stack(lower, self._tick, self.correct, self.right, self.why, self.place)
        appearance.changed.connect(self._restyle)
        self._restyle()

    def tell(self, misprint: Misprint) -> None:
        erratum = misprint.erratum
        self.heading.say(f"{HEADINGS[erratum.kind]} ({erratum.id})")
        self.printed.set_formula(erratum.printed)
        self.worked.say(worked_out("\n".join(misprint.worked), self._appearance.scale))
        self.verdict.say(unbroken(misprint.verdict(), self._appearance.scale))
        self.correct.say("What it should be")
        self.right.set_formula(erratum.right)
        self.why.say(erratum.why)
        self.place.say(noted(erratum.place))

    def forget(self) -> None:
        """Let go of the heights kept so far."""
        self.hide()
        for part in (self.heading, self.printed, self.worked, self.verdict, self.right, self.why, self.place):
            part.forget()

    def _restyle(self) -> None:
        theme, size = self._appearance.theme, self._appearance.icon_size() * 0.8
        self._cross.setPixmap(self._appearance.icon("close", theme.wrong).pixmap(size))
        self._tick.setPixmap(self._appearance.icon("check", theme.quiet).pixmap(size))
        for label in (self.heading, self.correct, self.verdict):
            label.set_font(self._appearance.font("body", weight=600))
        self.worked.set_font(self._appearance.font("body"))


def noted(place: str) -> str:
    """A place in the lecture notes as it is read.

    >>> noted("003_5694847191d4e823.txt, Simple Solution")
    'Lecture note 003, Simple Solution'
    """
    return FILE.sub(r"Lecture note \1", place)


def _stack(column: QVBoxLayout, sign: QLabel, heading: QWidget, *below: QWidget) -> None:
    """A heading with its sign, and what stands below it."""
    head = QHBoxLayout()
    head.setSpacing(6)
    head.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    head.addWidget(heading, 1)
    column.addLayout(head)
    for widget in below:
        column.addWidget(widget)
