"""Why this step: the sentence, the formula, this step's numbers, and what it promises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.core.algorithm import Inquiry
from engine.core.story import Story
from gui.docks.dock import Dock, run_alone
from gui.docks.story_panels import AdvicePanel, InquiryPanel, RulePanel, TablesPanel, entry
from gui.look.appearance import Appearance
from gui.session.coordinates import of_features
from gui.session.job import Frame
from gui.session.remedies import advised
from gui.session.session import Session
from gui.widgets.number_list import NumberList
from gui.widgets.section import Section, scrolled
from gui.widgets.steady_label import CheckLines, SteadyLabel, leave, spare, vacate
from gui.widgets.subscripts import subscripted

SECTIONS = ("The point you asked about", "The rule", "Numbers", "Tables", "Checks")
AGAIN, APART = 4, 20
"""What needs too much room twice in so many steps is given up for so many: then it is tried again whether it fits."""
TOLD = 8
"""Maximum number of coordinates shown of a queried point."""
LINES = 2
"""Maximum number of reserved lines above numbers that do not all fit; fewer stay, so that the layout does not jump."""


class Spare(Protocol):
    """Widgets that reserve height they may not need."""

    def spare(self) -> int: ...
    def isVisible(self) -> bool: ...


class WhyDock(Dock):
    """Explains the step in view of the active lane. Labels and lists are kept, only what they say changes."""

    title = "Why this step"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.sentence = SteadyLabel()
        self.advice = AdvicePanel()
        self.rule = RulePanel(appearance)
        self.numbers = NumberList(appearance)
        self.numbers.setAccessibleName("Numbers of the step")
        self.tables = TablesPanel(appearance)
        self.checks = CheckLines(appearance)
        self.inquiry = InquiryPanel(appearance)
        self._key: object = None
        self._algorithm = ""
        self._frame: Frame | None = None  # what is told of
        panels = (self.inquiry, self.rule, self.numbers, self.tables, self.checks)
        self.sections = {name: Section(name, appearance, inner=True) for name in SECTIONS}
        for section, panel in zip(self.sections.values(), panels, strict=True):
            section.content.addWidget(panel)
        self.sections["The rule"].put_beside(self.rule.misprints.switch)
        self._lay_out()
        session.frame_changed.connect(self._lane_changed)
        session.run_changed.connect(self._run_changed)
        session.progressed.connect(self._lane_changed_if_refused)
        session.lanes_changed.connect(self.touch)
        self._opened = QTimer(self, singleShot=True, interval=0)
        self._opened.timeout.connect(self._bring_misprints)
        self.rule.misprints.opened.connect(self._opened.start)
        self.rule.misprints.switch.toggled.connect(self._begin)
        self._apart = 0  # so many steps have their own heights each, since what all need did not fit together
        self._doubted = 0  # so many steps after it did not for the first time
        self._scrolls = False  # one of the steps has to scroll by itself
        self._moved = QTimer(self, singleShot=True, interval=0)  # the range changes before what is in it is laid out
        self._moved.timeout.connect(self._fit)
        self.area.verticalScrollBar().rangeChanged.connect(lambda *_: self._moved.start())

    def _lay_out(self) -> None:
        story, self._told = QWidget(), QWidget()
        column, told = QVBoxLayout(story), QVBoxLayout(self._told)
        column.setContentsMargins(0, 0, 6, 0)
        told.setContentsMargins(0, 0, 0, 0)
        told.setSpacing(2)
        asked, *others = self.sections.values()
        for widget in (asked, self.sentence, self.advice, *others):
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

    def _run_changed(self, lane: int) -> None:
        """A new run, as at every move of a drag: what is told of a step stays as it is until another is there."""
        if lane == self.session.active and (self._key, self._frame) != (self._key_now, self._frame_now):
            self.touch()

    def _lane_changed_if_refused(self, lane: int) -> None:
        if lane == self.session.active and self.session.lane.refusal:
            self.touch()

    def refresh(self) -> None:
        if not self.session.lanes:
            return
        if (key := self._key_now) != self._key:
            self._key = key
            self._forget()
        if self._algorithm != (algorithm := self.session.lane.key):
            self._algorithm = algorithm
            self.rule.misprints.switch.setChecked(False)
        self._frame = frame = self._frame_now
        self._told.setVisible(frame is not None)
        if frame is not None:
            self._tell(frame.story, frame.inquiry)
            self._apart, self._doubted = max(self._apart - 1, 0), max(self._doubted - 1, 0)
            self._fit()

    @property
    def _key_now(self) -> object:
        """While it is the same, what panels have grown to is kept."""
        data = self.session.table.data
        return self.session.lane.key, data.name, data.columns

    @property
    def _frame_now(self) -> Frame | None:
        """The step in view, unless the run is refused."""
        return None if self.session.lane.refusal else self.session.lane.frame

    def _tell(self, story: Story, inquiry: Inquiry | None) -> None:
        self.sentence.say(story.sentence, subscripted(story.sentence, self._names))
        session, lane = self.session, self.session.lane
        self.advice.show_advice((story.remedies, lane.identity), lambda: advised(session, lane, story.remedies))
        self.rule.show_rule(story.formula, story.worked, self._names)
        self.rule.misprints.show_misprints(story.misprints)
        self.numbers.set_entries([entry(number) for number in story.numbers])
        self.tables.show_tables(story.tables)
        self.checks.set_checks(story.checks, self._names)
        self.inquiry.show_inquiry(inquiry, self._asked_place())
        asked, *others = self.sections.values()
        if asked.isHidden() is (inquiry is not None):
            asked.setVisible(inquiry is not None)
            self._begin()
        present = (story.formula or story.worked or story.misprints, story.numbers, story.tables, story.checks)
        for section, there in zip(others, present, strict=True):
            section.show() if there else vacate(section)

    def _asked_place(self) -> str:
        """Where the point is that is asked about, by the names of the features; in the picture it is called q."""
        query, data = self.session.view.query, self.session.table.data
        if query is None or len(query) != data.d:
            return ""
        there = [f"{one.name} = {one.short_text}" for one in of_features(data.columns[:TOLD], query[:TOLD])]
        return f"q: {', '.join([*there, '…'] if data.d > TOLD else there)}"

    def _names(self) -> Iterator[str]:
        """All that is named by the data, and stays as it is written."""
        data = self.session.table.data
        yield from (data.name, data.target_name, *data.feature_names, *data.class_names, *data.row_names)
        for column in data.columns:
            yield from column.levels

    def _fit(self) -> None:
        """What is kept free for other steps must not make the panel scroll, nor push the numbers out of sight.

        Where a step must scroll by itself the others do with it: a bar that came and went would move everything.
        """
        if self._told.isHidden():  # there is no step, whatever the one before needed
            return self._begin()
        if self._apart and self._spares():
            self._let_go()
        self._place()
        over = self.area.verticalScrollBar().maximum()
        numbers = self.sections["Numbers"]
        out = numbers.geometry().bottom() + 1 - self.area.viewport().height() if numbers.isVisible() else 0
        leading, free = self._leading(), self._spares()
        if over > free and not self._scrolls:
            self._let_scroll(True)
        if (over and not self._scrolls) or (out > 0 and leading >= min(out, self._much())):
            self._apart, self._doubted = APART * bool(self._doubted), AGAIN
            self._let_go()
            self._place()

    def _much(self) -> int:
        """A height that is not kept free where numbers have no room for it."""
        return LINES * self.sentence.label.fontMetrics().height()

    def _place(self) -> None:
        """Lay out what has asked for it, at once, and from the inside out: then it asks only once."""
        for widget in reversed(self.area.findChildren(QWidget)):
            if (layout := widget.layout()) is not None:
                layout.activate()
        QCoreApplication.sendPostedEvents(self.area.viewport(), QEvent.Type.LayoutRequest.value)

    def _leading(self) -> int:
        """The reserved height above the end of the numbers."""
        return self._spare((self.sentence, self.inquiry, self.rule, self.numbers))

    def _spares(self) -> int:
        """The total reserved height."""
        return self._leading() + self._spare((self.tables, self.checks)) + sum(map(spare, self.sections.values()))

    def _let_go(self) -> None:
        """No height and no place is kept."""
        for section in self.sections.values():
            leave(section)
        for forget in self._forgetful():
            forget()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The size has changed: show what fits now."""
        super().resizeEvent(event)
        self._begin()
        self._moved.start()

    def _begin(self, *_: object) -> None:
        """It is not yet known what fits."""
        self._let_scroll(False)

    def _let_scroll(self, always: bool) -> None:
        """Give the scroll bar its room at every step, or at those alone that need it."""
        self._scrolls, self._apart, policy = always, 0, Qt.ScrollBarPolicy
        self.area.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn if always else policy.ScrollBarAsNeeded)

    @staticmethod
    def _spare(panels: Iterable[Spare]) -> int:
        return sum(panel.spare() for panel in panels if panel.isVisible())

    def _forget(self) -> None:
        """Another algorithm or another table: no height, no formula and no section of the last one is kept."""
        self._begin()
        self.sentence.set_font(self.appearance.font("body", weight=600))
        for section in self.sections.values():
            section.hide()
        for tables in (self.tables, self.inquiry.tables):
            tables.show_tables(())
        self.rule.formula.vanish()
        self.rule.misprints.forget()
        self._let_go()

    def _forgetful(self) -> tuple[Callable[[], None], ...]:
        parts = (self.sentence, self.rule, self.numbers, self.tables, self.checks, self.inquiry)
        return tuple(part.forget for part in parts)

    def restyle(self) -> None:
        self._key = None
        super().restyle()


if __name__ == "__main__":
    run_alone(WhyDock)
