"""The panels of what is said of a step: its rule, its tables, and what the model says of a point asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.core.algorithm import Inquiry
from engine.core.story import Number, Table
from gui.docks.misprints import MisprintsPanel
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.remedies import Cure
from gui.widgets.formula import FormulaView
from gui.widgets.number_list import Entry, NumberList
from gui.widgets.number_table import NumberTable
from gui.widgets.section import cleared
from gui.widgets.steady_label import SteadyLabel, leave, vacate, worked_out
from gui.widgets.subscripts import subscripted


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
        lines = worked_out("\n".join(worked), self._appearance.scale)
        self.worked.say(lines, subscripted(lines, names))

    def forget(self) -> None:
        self.worked.set_font(self._appearance.font("body"))
        self.worked.forget()
        self.formula.forget()

    def spare(self) -> int:
        return self.formula.spare() + self.worked.spare()


class AdvicePanel(QWidget):
    """A button for all that a step advises, from left to right; hidden where it advises nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[QPushButton] = []
        self._shown: object = None
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_advice(self, key: object, make: Callable[[], list[Cure]]) -> None:
        """Show what is made, anew where the key is another than before."""
        if key == self._shown:
            return
        self._shown = key
        cleared(self._line)
        self.buttons = [self._button(cure) for cure in make()]
        for button in self.buttons:
            self._line.addWidget(button)
        self._line.addStretch(1)
        self.setVisible(bool(self.buttons))

    def _button(self, cure: Cure) -> QPushButton:
        button = QPushButton(cure.words, self)
        button.setToolTip(plain(cure.tip))
        button.clicked.connect(lambda: cure.act())
        return button


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
            view.setAccessibleName(table.title)
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
    """The prediction of the model for the queried point."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.place, self.sentence = SteadyLabel(look="small"), SteadyLabel()
        self.formula = FormulaView(appearance)
        self.numbers = NumberList(appearance)
        self.numbers.setAccessibleName("Numbers of the point you asked about")
        self.tables = TablesPanel(appearance)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(6)
        for widget in (self.place, self.sentence, self.formula, self.numbers, self.tables):
            column.addWidget(widget)

    def show_inquiry(self, inquiry: Inquiry | None, place: str) -> None:
        """Explanation of a point, which is given by its coordinates."""
        if inquiry is not None:
            story = inquiry.story
            self.place.say(place)
            self.sentence.say(story.sentence)
            self.formula.set_formula(story.formula)
            self.numbers.set_entries([entry(number) for number in story.numbers])
            self.tables.show_tables(story.tables)

    def forget(self) -> None:
        for part in (self.place, self.sentence, self.formula, self.numbers, self.tables):
            part.forget()

    def spare(self) -> int:
        return sum(part.spare() for part in (self.place, self.sentence, self.formula, self.numbers, self.tables))


def entry(number: Number) -> Entry:
    """A live number of a story as a line of the list."""
    return Entry(number.name, number.value, number.note)
