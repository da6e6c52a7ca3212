"""The points as a model of rows: the data as they are now, in their own order or sorted by a column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QWidget

from engine.base.errors import Refusal
from engine.base.words import figure, minus
from engine.data.dataset import Dataset
from engine.data.operations import OPERATIONS
from gui.look.appearance import Appearance
from gui.look.badges import kind_badge
from gui.look.numerals import halves, longest_fraction, padding
from gui.look.plain import plain
from gui.look.shapes import class_icon
from gui.session.session import Session
from gui.session.typed import parsed_cell, parsed_target
from gui.widgets.digits import exact

Index = QModelIndex | QPersistentModelIndex
Flag, Role = Qt.ItemFlag, Qt.ItemDataRole
NONE = "–"
"""What stands for no group and no class, and for a row without an answer."""
MEASURED = 300
"""Rows that are looked at to align a column."""


@dataclass(frozen=True, eq=False)
class Answers:
    """What the model in view says of the rows.

    codes  (n,) groups or classes, below 0 for none, or numbers;   head  what the column is called
    names  what the codes are called;   told  the tool tip of the column
    """

    codes: np.ndarray
    head: str
    names: tuple[str, ...]
    told: str

    def text(self, row: int) -> str:
        """The answer for a row."""
        if row >= len(self.codes):
            return ""
        if self.codes.dtype.kind == "f":
            return figure(float(self.codes[row]))
        code = int(self.codes[row])
        return NONE if code < 0 else self.names[code] if code < len(self.names) else f"{code + 1}"


@dataclass(frozen=True, eq=False)
class Sorting:
    """The rows of these data sorted by a column; `downwards` turns it."""

    data: Dataset
    column: int
    downwards: bool

    @property
    def by(self) -> tuple[int, bool]:
        return self.column, self.downwards

    def order(self, start: np.ndarray | None = None) -> np.ndarray:
        """(n,) the row in each line. Equal ones stand as in `start`: what is nearly in order takes next to no time."""
        values = self.values()
        if start is None:
            return np.argsort(values, kind="stable")
        return np.asarray(start[np.argsort(values[start], kind="stable")])

    def values(self) -> np.ndarray:
        """(n,) what rises from line to line: a feature or the target, NaN where it is missing, which comes last."""
        data, column = self.data, self.column
        values = np.asarray(data.X[:, column] if column < data.d else data.y, dtype=float)
        if column == data.d and data.target == "class":
            values = np.where(values < 0, np.nan, values)
        return -values if self.downwards else values


class PointsModel(QAbstractTableModel):
    """The rows of the data: its features, then its target. Only cells in view are written out.

    sorted_by   the column the rows are sorted by and whether downwards, or None for their own order
    refused     tells why a cell cannot take what was typed, with its place
    """

    refused = Signal(str)

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self.data_shown = session.table.data
        self._icons: dict[int, QPixmap] = {}
        self._badges: dict[str, QPixmap] = {}
        self._fractions: dict[int, int] = {}
        self._answers: Answers | None = None
        self.sorted_by: tuple[int, bool] | None = None
        self._order: np.ndarray | None = None  # the row of the data in each line
        self._lines: np.ndarray | None = None  # and the line of each row

    def show_data(self, data: Dataset) -> None:
        """Follow an edit; the table keeps its place unless the rows or columns are others."""
        before, self.data_shown = self.data_shown, data
        self._fractions.clear()
        alike = same_columns(before, data)
        if alike and before.n == data.n:
            if data.n and self.columnCount():
                self.dataChanged.emit(self.index(0, 0), self.index(data.n - 1, self.columnCount() - 1))
        else:
            self.beginResetModel()
            self._arrange(self.sorted_by if alike else None, before.n)
            self.endResetModel()

    # -- the order of the rows -----------------------------------------------------------------------------------------

    @property
    def in_order(self) -> bool:
        """Whether the rows stand in the order that their values have now: an edit leaves each where it is."""
        if self.sorted_by is None or self._order is None:
            return True
        values = Sorting(self.data_shown, *self.sorted_by).values()[self._order]
        return bool((np.isnan(values[1:]) | (values[:-1] <= values[1:])).all())

    def put_in_order(self) -> None:
        """Sort anew; a cell that is current goes along with its row, and rows that are equal stay as they stand."""
        assert self.sorted_by is not None and self._order is not None
        self.layoutAboutToBeChanged.emit()
        held = self.persistentIndexList()
        rows = [self.row_at(index.row()) for index in held]
        self._stand(Sorting(self.data_shown, *self.sorted_by).order(self._order))
        lines = self._lines
        assert lines is not None
        moved = [self.index(int(lines[row]), index.column()) for row, index in zip(rows, held, strict=True)]
        self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()

    def sort_by(self, column: int | None, downwards: bool = False) -> None:
        """Sort by a column as the values are now, or go back to the order of the data. The data stay as they are."""
        self.beginResetModel()
        self._arrange(None if column is None else (column, downwards))
        self.endResetModel()

    def take(self, by: tuple[int, bool], order: np.ndarray) -> None:
        """Stand in an order that was found elsewhere."""
        self.beginResetModel()
        self.sorted_by = by
        self._stand(order)
        self.endResetModel()

    def _arrange(self, by: tuple[int, bool] | None, before: int | None = None) -> None:
        """Sort all rows; of those that came after the first `before` each finds its line among the others."""
        stood, n = self._order, self.data_shown.n
        self.sorted_by, self._order, self._lines = by, None, None
        if by is None:
            return
        start = None
        if stood is not None and before is not None and before < n:
            start = np.append(stood, np.arange(before, n))
        self._stand(Sorting(self.data_shown, *by).order(start))

    def _stand(self, order: np.ndarray) -> None:
        self._order, self._lines = order, np.empty_like(order)
        self._lines[order] = np.arange(len(order))

    def row_at(self, line: int) -> int:
        """The row of the data in a line of the table."""
        return line if self._order is None else int(self._order[line])

    def lines_of(self, rows: np.ndarray) -> np.ndarray:
        """In which lines these rows of the data stand, from the top."""
        return rows if self._lines is None else np.sort(self._lines[rows])

    # -- cells ---------------------------------------------------------------------------------------------------------

    def forget_icons(self) -> None:
        self._icons.clear()
        self._badges.clear()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return self.data_shown.n

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return self.own_columns + (self._answers is not None)

    @property
    def own_columns(self) -> int:
        """How many columns are of the data; what the model answers stands in one more."""
        return self.data_shown.d + (self.data_shown.y is not None)

    def show_answers(self, answers: Answers | None) -> None:
        """Show beside the rows what the model in view says of them; None for nothing."""
        own = self.own_columns
        if answers is not None and self._answers is None:
            self.beginInsertColumns(QModelIndex(), own, own)
            self._answers = answers
            self.endInsertColumns()
        elif answers is None and self._answers is not None:
            self.beginRemoveColumns(QModelIndex(), own, own)
            self._answers = None
            self.endRemoveColumns()
        elif answers is not None:
            self._answers = answers
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, own, own)
            if self.data_shown.n:
                self.dataChanged.emit(self.index(0, own), self.index(self.data_shown.n - 1, own))
        self._fractions.pop(own, None)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        data = self.data_shown
        across = orientation == Qt.Orientation.Horizontal and section < data.d
        if self._answers is not None and orientation == Qt.Orientation.Horizontal and section == self.own_columns:
            words = {Role.DisplayRole: self._answers.head, Role.ToolTipRole: self._answers.told}
            return words.get(Role(role))
        if across and role == Role.DecorationRole:
            return self._badge(data.columns[section].kind)
        if across and role == Role.ToolTipRole:
            column = data.columns[section]
            return plain(f"{column.name} is {column.kind}: {OPERATIONS[column.kind][1]}.\nClick to sort by it.")
        if role != Role.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return data.row_name(self.row_at(section)) if section < data.n else None
        return (*data.columns, data.target_column)[min(section, data.d)].title

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        data, row, column = self.data_shown, self.row_at(index.row()), index.column()
        if role == Role.DisplayRole:
            return self.shown(index.row(), column)
        if role == Role.EditRole:
            return self._text(row, column)
        if role == Role.DecorationRole and self.has_icons(column):
            return self._icon(int(data.codes[row]))
        if role == Role.ForegroundRole and column == self.own_columns:
            return QColor(self.appearance.theme.quiet)
        if role == Role.ForegroundRole and self._text(row, column) == "?":
            return QColor(self.appearance.theme.quiet)
        if role == Role.ToolTipRole and self._text(row, column) == "?":
            return "This cell is missing"
        if role == Role.TextAlignmentRole:
            words = column == data.d if data.target == "class" or column < data.d else False
            side = Qt.AlignmentFlag.AlignLeft if words or self._has_levels(column) else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def _badge(self, kind: str) -> QPixmap:
        """The badge of a kind of column: Qt asks for it again for each column, whether it is in view or not."""
        if kind not in self._badges:
            self._badges[kind] = kind_badge(kind, self.appearance)
        return self._badges[kind]

    def _has_levels(self, column: int) -> bool:
        return column < self.data_shown.d and bool(self.data_shown.columns[column].levels)

    def _text(self, row: int, column: int) -> str:
        data = self.data_shown
        if column == self.own_columns and self._answers is not None:
            return self._answers.text(row)
        if column < data.d:
            return minus(data.columns[column].text(data.X[row, column]))
        assert data.y is not None
        if data.target != "class":
            column_of = data.target_column
            return column_of.text(float(data.y[row])) if column_of.is_date else minus(f"{data.y[row]:.6g}")
        code = int(data.y[row])
        return data.class_names[code] if code >= 0 else data.class_name(code)

    def has_icons(self, column: int) -> bool:
        """Whether the cells of a column have the shape of their class beside the text."""
        return column == self.data_shown.d and self.data_shown.target == "class"

    def shown(self, line: int, column: int) -> str:
        """The text in a line, padded so that the decimal points of a column stand below each other."""
        text = self._text(self.row_at(line), column)
        cut = halves(text)
        if cut is None:
            return text
        if column not in self._fractions:
            first = (self._text(other, column) for other in range(min(self.data_shown.n, MEASURED)))
            self._fractions[column] = longest_fraction(first)
        return text + padding(cut[1], self._fractions[column])

    def _icon(self, code: int) -> QPixmap | None:
        if code < 0:
            return None
        if code not in self._icons:
            self._icons[code] = class_icon(self.appearance.theme, code, self.appearance.pixels("body"))
        return self._icons[code]

    def flags(self, index: Index) -> Qt.ItemFlag:
        shown = Flag.ItemIsEnabled | Flag.ItemIsSelectable
        return shown | Flag.ItemIsEditable if index.column() < self.own_columns else shown

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:
        """A typed value becomes an edit of the session; a wrong one is refused here, in words."""
        row, column = self.row_at(index.row()), index.column()
        if role != Role.EditRole or str(value) == self._text(row, column):
            return False
        problem = self.problem(index, str(value))
        if problem:
            self.refused.emit(f"{problem} The cell keeps {self._text(row, column)}.")
        else:
            self.session.points.set_cell(row, column, str(value))
        return not problem

    def problem(self, index: Index, text: str) -> str:
        """Why a cell cannot take this, naming its row and column; or \"\"."""
        data, row, column = self.data_shown, self.row_at(index.row()), index.column()
        try:
            parsed_target(data, row, text) if column == data.d else parsed_cell(data, row, column, text)
        except Refusal as refusal:
            return placed(str(refusal), data, row, column)
        return ""

    def text_to_copy(self, row: int, column: int) -> str:
        """A cell with every digit, and nothing where it is missing."""
        data = self.data_shown
        number = column < data.d or data.target == "real"
        dated = (*data.columns, data.target_column)[min(column, data.d)].is_date
        if number and not self._has_levels(column) and not dated:
            value = data.X[row, column] if column < data.d else data.y[row] if data.y is not None else np.nan
            return "" if np.isnan(value) else exact(float(value))
        text = self._text(row, column)
        return "" if text == "?" else text


def placed(words: str, data: Dataset, row: int, column: int) -> str:
    """The error of a cell, after its place."""
    name = data.columns[column].name if column < data.d else data.target_name
    return words if words.startswith("Row ") else f"Row {data.row_name(row)}, column {name}: {words}"


def same_columns(before: Dataset, after: Dataset) -> bool:
    """Whether the rows of both stand in one table: their columns and their target are called and read alike."""
    return (before.columns, before.class_names, before.target) == (after.columns, after.class_names, after.target)
