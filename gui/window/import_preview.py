"""The preview of a table that is being opened, with what each column is and is used as on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QMenu, QTableWidget, QTableWidgetItem, QWidget

from engine.base.words import counted, short
from engine.data.dataset import Kind
from engine.data.operations import OPERATIONS
from engine.data.tables.columns import Role
from engine.data.tables.reading import ColumnPreview, Preview
from gui.look.appearance import Appearance
from gui.look.badges import kind_badge
from gui.look.plain import plain

KINDS, ROLES = get_args(Kind), get_args(Role)
KIND_ROW, ROLE_ROW, FIRST_ROW = 0, 1, 2
MOST_COLUMNS = 200
"""More beside each other would make the window stand still; the search brings any of them here."""
NARROWEST, WIDEST = 110, 220
"""Of a column, in pixels."""
DIGITS = 2
"""Of the rows that a file may have, where only its head was read."""
LONGEST = 200
"""Letters of a cell or a name; the file has them all."""


def summed_up(name: str, found: Preview | None) -> str:
    """A file by its name, with how large its table is where that is known."""
    if found is None:
        return name
    rows = f"about {counted(roughly(found.count), 'row')}" if found.estimated else counted(found.count, "row")
    return f"{name}: {rows}, {counted(len(found.columns), 'column')}"


def roughly(count: int) -> int:
    """An estimate, in no more digits than it is good for.

    >>> roughly(999_859), roughly(1_234_567), roughly(98)
    (1000000, 1200000, 98)
    """
    return round(count, DIGITS - len(str(count)))


class PreviewTable(QTableWidget):
    """The first rows under what each column is and is used as. A click, Return or Space there opens the choices.

    chosen  row (0 what it is, 1 what it is used as), place of the column and word of what has been chosen
    """

    chosen = Signal(int, int, str)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.appearance = appearance
        self._columns: Sequence[ColumnPreview] = ()
        self._places: Sequence[int] = ()
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setAccessibleName("Preview of the table")
        self.cellClicked.connect(self._ask)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        opens = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if opens and self.currentRow() in (KIND_ROW, ROLE_ROW):
            self._ask(self.currentRow(), self.currentColumn())
        else:
            super().keyPressEvent(event)

    def fill(self, found: Preview, places: Sequence[int]) -> None:
        """Show the columns of a preview at these places; the cell one is in stays the same."""
        self._columns, self._places = found.columns, places[:MOST_COLUMNS]
        here = self.currentRow() if self.rowCount() else ROLE_ROW, max(self.currentColumn(), 0)
        self.clear()
        self.setColumnCount(len(self._places))
        self.setRowCount(FIRST_ROW + len(found.rows))
        numbers = [str(row + 1) for row in range(len(found.rows))]
        self.setVerticalHeaderLabels(["is", "used as", *numbers])
        for j, place in enumerate(self._places):
            self._head(j, found.columns[place])
            for row, cells in enumerate(found.rows):
                self.setItem(FIRST_ROW + row, j, QTableWidgetItem(short(cells[place], LONGEST)))
            least, most = (round(width * self.appearance.scale) for width in (NARROWEST, WIDEST))
            self.setColumnWidth(j, min(max(self.horizontalHeader().sectionSizeHint(j), least), most))
        self.setCurrentCell(here[0], min(here[1], len(self._places) - 1))

    def _head(self, j: int, column: ColumnPreview) -> None:
        """The name of a column with the badge of its kind, and under it what it is and is used as."""
        allowed = f"{column.kind}: {OPERATIONS[column.kind][1]}"
        head = QTableWidgetItem(kind_badge(column.kind, self.appearance), short(column.name, LONGEST))
        head.setToolTip(plain(f"{column.name} is {allowed}"))
        self.setHorizontalHeaderItem(j, head)
        for row, words in ((KIND_ROW, column.kind), (ROLE_ROW, column.role)):
            item = QTableWidgetItem(f"{words}  ▾")
            item.setForeground(QColor(self.appearance.theme.accent))
            told = (column.words, allowed if row == KIND_ROW else "", "Click to change")
            item.setToolTip(plain("\n".join(line for line in told if line)))
            self.setItem(row, j, item)

    def show_place(self, place: int) -> None:
        """Bring a column into view, if it is shown."""
        if place in self._places:
            self.setCurrentCell(max(self.currentRow(), KIND_ROW), self._places.index(place))

    def _ask(self, row: int, j: int) -> None:
        """The choices of a cell of the first two rows, under it; each has a letter, and the present one is marked."""
        if row not in (KIND_ROW, ROLE_ROW):
            return
        place, menu = self._places[j], QMenu(self)
        column = self._columns[place]
        for words in KINDS if row == KIND_ROW else ROLES:
            action = menu.addAction(f"&{words}", lambda chosen=words: self.chosen.emit(row, place, chosen))
            action.setCheckable(True)
            if words == (column.kind if row == KIND_ROW else column.role):
                action.setChecked(True)
                menu.setActiveAction(action)
        menu.exec(self._below(row, j))
        menu.deleteLater()

    def _below(self, row: int, place: int) -> QPoint:
        """Where a menu of a cell opens."""
        return self.viewport().mapToGlobal(self.visualRect(self.model().index(row, place)).bottomLeft())
