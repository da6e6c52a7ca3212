"""The cells of a table of names and numbers: each column aligned on the decimal point; only what can be seen is written
out."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from engine.base.words import minus
from gui.look.appearance import Appearance
from gui.look.numerals import aligned, halves, longest_fraction, padding
from gui.look.plain import plain
from gui.widgets.digits import exact, shown

Index = QModelIndex | QPersistentModelIndex
ALIGNED = 100
"""So many rows at most are written out to align a column: a covariance of 2,000 features has four million cells."""
FITTED = 60
"""So many columns are as wide as what they show, the others as the widest of these."""
WRITTEN = 2_000
"""Of a wide table so many cells are written out to align its columns and to fit them: a model may have many such."""
MEASURED = 16
"""So many columns become wider when their numbers do."""


class CellsModel(QAbstractTableModel):
    """Rows of values. `chosen` is the row to highlight, `news` the cells (row, column) that changed.

    told  what the tool tip of a cell says
    """

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.columns: tuple[str, ...] = ()
        self.rows: Sequence[Sequence[Any]] = ()
        self.chosen: int | None = None
        self.news: Container[tuple[int, int]] = ()
        self.told: Callable[[int, int], str] = self.in_words
        self.heads: tuple[str, ...] = ()
        """The columns as they are written over them, in lines; in one until they have been divided."""
        self._texts: dict[int, list[str]] = {}
        self._fractions: dict[int, int] = {}
        """By column, how many letters stand behind the point in the first rows."""

    def in_words(self, row: int, column: int) -> str:
        """Row, column and value of a cell with every digit; of one without a row that has a name, the value."""
        value, name = self.rows[row][column], self.rows[row][0]
        if not column or not isinstance(name, str) or not name:
            return exact(value)
        said = exact(value) if isinstance(value, str) else minus(exact(value))
        return f"Row {name}, column {self.columns[column]}: {said}"

    def put(
        self,
        columns: tuple[str, ...],
        rows: Sequence[Sequence[Any]],
        chosen: int | None,
        news: Container[tuple[int, int]],
    ) -> bool:
        """Show these rows; True if the shape is another one."""
        reshaped = columns != self.columns or len(rows) != len(self.rows)
        if reshaped:
            self.beginResetModel()
        if columns != self.columns:
            self.heads = ()
        self.columns, self.rows, self.chosen, self.news = columns, rows, chosen, news
        self._texts.clear()
        self._fractions.clear()
        if reshaped:
            self.endResetModel()
        elif len(rows) and columns:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(columns) - 1))
        return reshaped

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(section) | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(self.columns[section])
        return self.head(section) if role == Qt.ItemDataRole.DisplayRole else None

    def head(self, column: int) -> str:
        """What stands over a column, in lines."""
        return self.heads[column] if column < len(self.heads) else self.columns[column]

    def put_heads(self, heads: tuple[str, ...]) -> None:
        """Write these over the columns."""
        if heads != self.heads:
            self.heads = heads
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(heads) - 1)

    def _side(self, column: int) -> Qt.AlignmentFlag:
        """Names in the first column stand on the left, everything else on the right."""
        names = column == 0 and bool(self.rows) and isinstance(self.rows[0][0], str)
        return Qt.AlignmentFlag.AlignLeft if names else Qt.AlignmentFlag.AlignRight

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        theme = self._appearance.theme
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(column) | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.BackgroundRole and row == self.chosen:
            return theme.mixed(theme.paper, theme.accent, 0.2)
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(theme.accent if (row, column) in self.news else theme.ink)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(self.told(row, column))
        return None

    def texts(self, column: int) -> list[str]:
        """The texts of the first rows of a column, padded so that their decimal points stand below each other."""
        if column not in self._texts:
            self._texts[column] = aligned(self._first(column))
        return self._texts[column]

    def text(self, row: int, column: int) -> str:
        """The text of a cell; one far down is padded as the first rows say."""
        first = self.texts(column)
        if row < len(first):
            return first[row]
        if column not in self._fractions:
            self._fractions[column] = longest_fraction(self._first(column))
        text = shown(self.rows[row][column])
        cut = halves(text)
        return text + padding(cut[1], self._fractions[column]) if cut else text

    def _first(self, column: int) -> list[str]:
        rows = min(WRITTEN // min(len(self.columns), FITTED), ALIGNED)
        return [shown(row[column]) for row in self.rows[:rows]]

    def longest(self) -> list[int]:
        """The number of letters in the longest text of each of the first columns."""
        return [max(map(len, self.texts(column)), default=0) for column in range(min(len(self.columns), MEASURED))]
