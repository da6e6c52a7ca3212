"""Columns that can be read in two ways: each with both readings, of which the person chooses one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from engine.base.words import counted, short
from engine.data.tables.reading import ColumnPreview, Preview

SHOWN = 5
"""Maximum number of ambiguous columns that are asked about; that there are more is said."""


class Doubts(QWidget):
    """`decided` brings the name of a column and how it is to be read."""

    decided = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words: list[QLabel] = []
        self.choices: list[QComboBox] = []
        self.more = QLabel(self)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(0, 1)
        self._names: list[str] = []
        self._known: dict[str, ColumnPreview] = {}
        """The columns that were doubtful once: what was decided can be decided otherwise."""
        for place in range(SHOWN):
            self._add(place)
        self._grid.addWidget(self.more, SHOWN, 0)
        self.hide()

    def _add(self, place: int) -> None:
        words, choice = QLabel(self), QComboBox(self)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        words.setProperty("look", "wrong")
        choice.activated.connect(partial(self._decide, place))
        self._grid.addWidget(words, place, 0)
        self._grid.addWidget(choice, place, 1)
        self.words.append(words)
        self.choices.append(choice)

    def show_preview(self, found: Preview) -> None:
        """Ask about each column that can be read in two ways."""
        self._known |= {column.name: column for column in found.columns if column.doubt}
        decided = found.options.marks or {}
        doubtful = [column for column in found.columns if column.doubt or column.name in {*decided} & {*self._known}]
        self._names = [column.name for column in doubtful[:SHOWN]]
        for place, (words, choice) in enumerate(zip(self.words, self.choices, strict=True)):
            there = place < len(doubtful)
            words.setVisible(there)
            choice.setVisible(there)
            if there:
                self._ask(words, choice, doubtful[place])
        left = len(doubtful) - SHOWN
        self.more.setText(f"{counted(max(left, 0), 'more column')} can be read in two ways.")
        self.more.setVisible(left > 0)
        self.setVisible(bool(doubtful))

    def _ask(self, words: QLabel, choice: QComboBox, column: ColumnPreview) -> None:
        first = self._known[column.name]
        words.setText(f"Column {short(column.name)}: {first.doubt}.")
        choice.clear()
        for marks, said in first.readings:
            choice.addItem(said, marks)
        choice.setCurrentIndex(max(choice.findData(column.marks), 0))
        choice.setAccessibleName(f"How {short(column.name)} is read")

    def _decide(self, place: int, _: int) -> None:
        self.decided.emit(self._names[place], str(self.choices[place].currentData()))
