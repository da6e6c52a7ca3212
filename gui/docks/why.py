"""Why this step: the sentence, the formula, this step's numbers, and what it promises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.core.algorithm import Inquiry
from engine.core.story import Number, Story, Table
from gui.docks.dock import Dock, run_alone
from gui.docks.misprints import MisprintsPanel
from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.widgets.formula import FormulaView
from gui.widgets.number_list import Entry, NumberList
from gui.widgets.number_table import NumberTable
from gui.widgets.section import Section, scrolled
from gui.widgets.subscripts import subscripted
from gui.widgets.words import CheckLines, SteadyLabel, leave, spare, vacate, worked_out

SECTIONS = ("The point you asked about", "The rule", "Numbers", "Tables", "Checks")


class Spare(Protocol):
    """What keeps a height that it may not need."""

    def spare(self) -> int: ...
    def isVisible(self) -> bool: ...


class WhyDock(Dock):
    """Explains the step in view of the active lane. Labels and lists are kept, only what they say changes."""

    title = "Why this step"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.sentence = SteadyLabel()
        self.rule = RulePanel(appearance)
        self.numbers = NumberList(appearance)
        self.tables = TablesPanel(appearance)
        self.checks = CheckLines(appearance)
        self.inquiry = InquiryPanel(appearance)
        self._key: object = None
        panels = (self.inquiry, self.rule, self.numbers, self.tables, self.checks)
        self._sections = [Section(name, appearance, inner=True) for name in SECTIONS]
        for section, panel in zip(self._sections, panels, strict=True):
            section.content.addWidget(panel)
        self._sections[SECTIONS.index("The rule")].put_beside(self.rule.misprints.switch)
        self._lay_out()
        session.frame_changed.connect(self._lane_changed)
        session.run_changed.connect(self._lane_changed)
        session.progressed.connect(self._lane_changed_if_refused)
        session.lanes_changed.connect(self.touch)
        self._opened = QTimer(self, singleShot=True, interval=0)
        self._opened.timeout.connect(self._bring_misprints)
        self.rule.misprints.opened.connect(self._opened.start)
        self._told_anew = QTimer(self, singleShot=True, interval=0)  # once it is laid out
        self._told_anew.timeout.connect(self._fit)
        self.area.verticalScrollBar().rangeChanged.connect(self._fit)

    def _lay_out(self) -> None:
        story, self._told = QWidget(), QWidget()
        column, told = QVBoxLayout(story), QVBoxLayout(self._told)
        column.setContentsMargins(0, 0, 6, 0)
        told.setContentsMargins(0, 0, 0, 0)
        told.setSpacing(2)
        asked, *others = self._sections
        for widget in (asked, self.sentence, *others):
            told.addWidget(widget)
        column.addWidget(self._told)
        column.addStretch(1)
        self.area = scrolled(story)
        self.content.addWidget(self.area, 1)

    def _bring_misprints(self) -> None:
        """What has just been asked for comes into view, from its top where it is too high for that."""
        panel, bar = self.rule.misprints, self.area.verticalScrollBar()
        top = panel.mapTo(self._told, QPoint(0, 0)).y()
        if top + panel.height() > bar.value() + self.area.viewport().height():
            bar.setValue(top)

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
        data = self.session.data
        if (key := (lane.key, data.name, data.columns)) != self._key:
            self._key = key
            self._forget()
        frame = None if lane.refusal else lane.frame
        self._told.setVisible(frame is not None)
        if frame is not None:
            self._tell(frame.story, frame.inquiry)
            self._told_anew.start()

    def _tell(self, story: Story, inquiry: Inquiry | None) -> None:
        self.sentence.say(story.sentence, subscripted(story.sentence, self._names))
        self.rule.show_rule(story.formula, story.worked, self._names)
        self.rule.misprints.show_misprints(story.misprints)
        self.numbers.set_entries([entry(number) for number in story.numbers])
        self.tables.show_tables(story.tables)
        self.checks.set_checks(story.checks, self._names)
        self.inquiry.show_inquiry(inquiry)
        asked, *others = self._sections
        asked.setVisible(inquiry is not None)
        present = (story.formula or story.worked or story.misprints, story.numbers, story.tables, story.checks)
        for section, there in zip(others, present, strict=True):
            section.show() if there else vacate(section)

    def _names(self) -> Iterator[str]:
        """All that is named by the data, and stays as it is written."""
        data = self.session.data
        yield from (data.name, data.target_name, *data.feature_names, *data.class_names, *data.row_names)
        for column in data.columns:
            yield from column.levels

    def _fit(self) -> None:
        """What is kept free for other steps must not make the panel scroll, nor push the numbers out of sight."""
        over = self.area.verticalScrollBar().maximum()
        numbers = self._sections[SECTIONS.index("Numbers")]
        out = numbers.geometry().bottom() + 1 - self.area.viewport().height() if numbers.isVisible() else 0
        leading = self._spare((self.sentence, self.inquiry, self.rule, self.numbers))
        trailing = self._spare((self.tables, self.checks)) + sum(map(spare, self._sections))
        if 0 < over <= leading + trailing or 0 < out <= leading:
            for section in self._sections:
                leave(section)
            for forget in self._forgetful():
                forget()

    @staticmethod
    def _spare(panels: Iterable[Spare]) -> int:
        return sum(panel.spare() for panel in panels if panel.isVisible())

    def _forget(self) -> None:
        """Another algorithm or another table: no height and no section of the last one is kept."""
        self.sentence.setFont(self.appearance.font("body", weight=600))
        for section in self._sections:
            leave(section)
            section.hide()
        for tables in (self.tables, self.inquiry.tables):
            tables.show_tables(())
        self.rule.misprints.forget()
        for forget in self._forgetful():
            forget()

    def _forgetful(self) -> tuple[Callable[[], None], ...]:
        parts = (self.sentence, self.rule, self.numbers, self.tables, self.checks, self.inquiry)
        return tuple(part.forget for part in parts)

    def restyle(self) -> None:
        self._key = None
        super().restyle()


class RulePanel(QWidget):
    """The formula, below it the same with this step's numbers, and what the notes print wrongly about it."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.formula = FormulaView(appearance)
        self.worked = SteadyLabel()
        self.misprints = MisprintsPanel(appearance)
        self._appearance = appearance
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.formula)
        column.addWidget(self.worked)
        column.addWidget(self.misprints)

    def show_rule(self, formula: str, worked: tuple[str, ...], names: Callable[[], Iterable[str]]) -> None:
        """Show these; `names` come from the data (see `subscripted`)."""
        self.formula.set_formula(formula)
        lines = worked_out("\n".join(worked))
        self.worked.say(lines, subscripted(lines, names))

    def forget(self) -> None:
        self.worked.setFont(self._appearance.font("body"))
        self.worked.forget()
        self.formula.forget()

    def spare(self) -> int:
        return self.formula.spare() + self.worked.spare()


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
        for title, view in self.tables[len(tables) :]:
            vacate(title)
            vacate(view)

    def _add(self) -> None:
        title, view = SteadyLabel(look="small"), NumberTable(self._appearance)
        self._column.addWidget(title)
        self._column.addWidget(view)
        self.tables.append((title, view))

    def forget(self) -> None:
        """Let go of the heights kept so far, and of the places of tables that this step does not have."""
        for title, view in self.tables:
            for part in (title, view):
                part.forget()
                leave(part)

    def spare(self) -> int:
        return sum(title.spare() + view.spare() for title, view in self.tables)


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

    def spare(self) -> int:
        return sum(part.spare() for part in (self.sentence, self.formula, self.numbers, self.tables))


def entry(number: Number) -> Entry:
    """A live number of a story as a line of the list."""
    return Entry(number.name, number.value, number.note)


if __name__ == "__main__":
    run_alone(WhyDock)
