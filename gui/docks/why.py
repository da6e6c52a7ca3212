"""Why this step: the sentence, the formula, this step's numbers, and what it promises."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.base.errors import Refusal
from engine.core.algorithm import Inquiry
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.data.preparation import Prepared, drop_incomplete_rows, fill_missing
from gui.docks.dock import Dock, run_alone
from gui.look.appearance import Appearance
from gui.session.preparing import prepared
from gui.session.session import Session
from gui.widgets.formula import FormulaView
from gui.widgets.number_list import Entry, NumberList
from gui.widgets.number_table import NumberTable
from gui.widgets.section import Section, scrolled
from gui.widgets.words import CheckLines, SteadyLabel

SECTIONS = ("The point you asked about", "The rule", "Numbers", "Tables", "Checks")
VECTOR = re.compile(r"\([^()]{1,26}\)")
"""A vector short enough to stand on one line."""


class WhyDock(Dock):
    """Explains the step in view of the active lane. Labels and lists are kept, only what they say changes."""

    title = "Why this step"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.sentence = SteadyLabel()
        self.refusal = RefusalPanel(session, appearance)
        self.rule = RulePanel(appearance)
        self.numbers = NumberList(appearance)
        self.tables = TablesPanel(appearance)
        self.checks = CheckLines(appearance)
        self.inquiry = InquiryPanel(appearance)
        self._key = ""
        panels = (self.inquiry, self.rule, self.numbers, self.tables, self.checks)
        self._sections = [Section(name, appearance, inner=True) for name in SECTIONS]
        for section, panel in zip(self._sections, panels, strict=True):
            section.content.addWidget(panel)
        self._lay_out()
        session.frame_changed.connect(self._lane_changed)
        session.run_changed.connect(self._lane_changed)
        session.progressed.connect(self._lane_changed_if_refused)
        session.lanes_changed.connect(self.touch)

    def _lay_out(self) -> None:
        story, self._told = QWidget(), QWidget()
        column, told = QVBoxLayout(story), QVBoxLayout(self._told)
        column.setContentsMargins(0, 2, 6, 0)
        told.setContentsMargins(0, 0, 0, 0)
        told.setSpacing(4)
        asked, *others = self._sections
        for widget in (asked, self.sentence, *others):
            told.addWidget(widget)
        for widget in (self.refusal, self._told):
            column.addWidget(widget)
        column.addStretch(1)
        self.content.addWidget(scrolled(story), 1)

    def _lane_changed(self, lane: int) -> None:
        if lane == self.session.active:
            self.touch()

    def _lane_changed_if_refused(self, lane: int) -> None:
        if lane == self.session.active and self.session.lane.refusal:
            self.touch()

    def refresh(self) -> None:
        if not self.session.lanes:
            return
        lane = self.session.lane
        self.refusal.show_words(lane.refusal)
        if lane.key != self._key:
            self._key = lane.key
            self._forget()
        frame = None if lane.refusal else lane.frame
        self._told.setVisible(frame is not None)
        if frame is not None:
            self._tell(frame.story, frame.inquiry)

    def _tell(self, story: Story, inquiry: Inquiry | None) -> None:
        self.sentence.say(story.sentence)
        self.rule.show_rule(story.formula, story.worked)
        self.numbers.set_entries([entry(number) for number in story.numbers])
        self.tables.show_tables(story.tables)
        self.checks.set_checks(story.checks)
        self.inquiry.show_inquiry(inquiry)
        asked, *others = self._sections
        asked.setVisible(inquiry is not None)
        present = (story.formula or story.worked, story.numbers, story.tables, story.checks)
        for section, there in zip(others, present, strict=True):
            if there:  # a section that was there once keeps its place
                section.show()

    def _forget(self) -> None:
        """Another algorithm: no height and no section of the last one is kept."""
        self.sentence.setFont(self.appearance.font("title", weight=500))
        for section in self._sections:
            section.hide()
        for forget in self._forgetful():
            forget()

    def _forgetful(self) -> tuple[Callable[[], None], ...]:
        return self.sentence.forget, self.rule.forget, self.numbers.forget, self.tables.forget, self.inquiry.forget

    def restyle(self) -> None:
        self._key = ""
        super().restyle()


class RulePanel(QWidget):
    """The formula, and below it the same with this step's numbers."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.formula = FormulaView(appearance)
        self.worked = SteadyLabel(look="mono")
        self._appearance = appearance
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(8)
        column.addWidget(self.formula)
        column.addWidget(self.worked)

    def show_rule(self, formula: str, worked: tuple[str, ...]) -> None:
        self.formula.set_formula(formula)
        self.worked.say(VECTOR.sub(_unbroken, "\n".join(worked)))

    def forget(self) -> None:
        self.worked.setFont(self._appearance.font("small", mono=True))
        self.worked.forget()
        self.formula.forget()


class TablesPanel(QWidget):
    """The tables of a step, one below the other."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.tables: list[tuple[SteadyLabel, NumberTable]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)

    def show_tables(self, tables: tuple[Table, ...]) -> None:
        while len(self.tables) < len(tables):
            self._add()
        for (title, view), table in zip(self.tables, tables, strict=False):
            title.say(table.title)
            view.put(table.columns, table.rows, table.chosen)
            title.show()
            view.show()

    def _add(self) -> None:
        title, view = SteadyLabel(look="small"), NumberTable(self._appearance)
        self._column.addWidget(title)
        self._column.addWidget(view)
        self.tables.append((title, view))

    def forget(self) -> None:
        for title, view in self.tables:
            view.forget()
            title.hide()
            view.hide()


class InquiryPanel(QWidget):
    """What the model says of the point that was asked about."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.sentence = SteadyLabel()
        self.formula = FormulaView(appearance)
        self.numbers = NumberList(appearance)
        self.tables = TablesPanel(appearance)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(6)
        for widget in (self.sentence, self.formula, self.numbers, self.tables):
            column.addWidget(widget)

    def show_inquiry(self, inquiry: Inquiry | None) -> None:
        if inquiry is not None:
            story = inquiry.story
            self.sentence.say(story.sentence)
            self.formula.set_formula(story.formula)
            self.numbers.set_entries([entry(number) for number in story.numbers])
            self.tables.show_tables(story.tables)

    def forget(self) -> None:
        for part in (self.sentence, self.formula, self.numbers, self.tables):
            part.forget()


class RefusalPanel(QWidget):
    """Why the run cannot be, and the remedies that one click can bring."""

    def __init__(self, session: Session, appearance: Appearance) -> None:
        super().__init__()
        self._session = session
        self.words = SteadyLabel(look="wrong")
        self.drop = QPushButton("Drop the rows")
        self.fill = QPushButton("Fill the mean")
        self.drop.setToolTip("Leave out every row with an empty cell. It can be undone.")
        self.fill.setToolTip(
            "Put the mean of its column into every empty cell, or the most frequent level. It can be undone."
        )
        self.drop.clicked.connect(lambda: self._prepare(drop_incomplete_rows))
        self.fill.clicked.connect(lambda: self._prepare(fill_missing))
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        buttons.addWidget(self.drop)
        buttons.addWidget(self.fill)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.addWidget(self.words)
        column.addLayout(buttons)
        self.hide()

    def show_words(self, refusal: str) -> None:
        self.setVisible(bool(refusal))
        self.words.forget()
        self.words.say(refusal)
        gaps = self._session.data.missing_count > 0
        self.drop.setVisible(gaps)
        self.fill.setVisible(gaps)

    def _prepare(self, preparation: Callable[[Dataset], Prepared]) -> None:
        try:
            made = prepared(self._session, preparation)
        except Refusal as refusal:
            return self._session.refused.emit("This remedy does not help", str(refusal))
        self._session.replace_data(made.data, made.words)


def _unbroken(vector: re.Match[str]) -> str:
    return vector.group().replace(" ", "\u00a0")


def entry(number: Number) -> Entry:
    """A live number of a story as a line of the list."""
    return Entry(number.name, number.value, number.note)


if __name__ == "__main__":
    run_alone(WhyDock)
