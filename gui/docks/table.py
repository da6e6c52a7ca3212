"""The points as a table: every cell can be typed into, and the selection is that of the canvas."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QColor, QKeyEvent, QPixmap
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from engine.base.words import minus
from engine.data.dataset import Dataset
from gui.docks.dock import Dock, run_alone
from gui.look.appearance import Appearance
from gui.look.shapes import class_icon
from gui.session.session import Session
from gui.widgets.digits import halves
from gui.widgets.number_table import padding

Index = QModelIndex | QPersistentModelIndex
Flag, Role = Qt.ItemFlag, Qt.ItemDataRole
MEASURED = 300
"""Rows that are looked at to align a column."""
MOST_RUNS = 2000
"""Of a selection in more pieces than this only the first ones are tinted: Qt compares every piece with every other."""
FITTED = 60
"""So many columns are made as wide as their contents."""


class PointsModel(QAbstractTableModel):
    """The rows of the data as they are now: its features, then its target. Only cells in view are written out."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self.data_shown = session.data
        self._icons: dict[int, QPixmap] = {}
        self._fractions: dict[int, int] = {}

    def show_data(self, data: Dataset) -> None:
        """Follow an edit; the table keeps its place unless the rows or columns are others."""
        before, self.data_shown = self.data_shown, data
        self._fractions.clear()
        if (before.n, before.columns, before.class_names, before.target) == (
            data.n, data.columns, data.class_names, data.target,
        ):  # fmt: skip
            if data.n and self.columnCount():
                self.dataChanged.emit(self.index(0, 0), self.index(data.n - 1, self.columnCount() - 1))
        else:
            self.beginResetModel()
            self.endResetModel()

    def forget_icons(self) -> None:
        self._icons.clear()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return self.data_shown.n

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return self.data_shown.d + (self.data_shown.y is not None)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        data = self.data_shown
        if role != Role.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return data.row_name(section) if section < data.n else None
        return data.columns[section].name if section < data.d else data.target_name

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        data, row, column = self.data_shown, index.row(), index.column()
        if role == Role.DisplayRole:
            return self._aligned(row, column)
        if role == Role.EditRole:
            return self._text(row, column)
        if role == Role.DecorationRole and column == data.d and data.target == "class":
            return self._icon(int(data.codes[row]))
        if role == Role.ForegroundRole and self._text(row, column) == "?":
            return QColor(self.appearance.theme.quiet)
        if role == Role.ToolTipRole and self._text(row, column) == "?":
            return "This cell is missing"
        if role == Role.TextAlignmentRole:
            words = column == data.d if data.target == "class" or column < data.d else False
            side = Qt.AlignmentFlag.AlignLeft if words or self._has_levels(column) else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def _has_levels(self, column: int) -> bool:
        return column < self.data_shown.d and bool(self.data_shown.columns[column].levels)

    def _text(self, row: int, column: int) -> str:
        data = self.data_shown
        if column < data.d:
            return minus(data.columns[column].text(data.X[row, column]))
        assert data.y is not None
        return data.class_name(int(data.y[row])) if data.target == "class" else minus(f"{data.y[row]:.6g}")

    def _aligned(self, row: int, column: int) -> str:
        """The text, padded so that the decimal points of a column stand below each other."""
        text = self._text(row, column)
        cut = halves(text)
        if cut is None:
            return text
        if column not in self._fractions:
            first = (halves(self._text(other, column)) for other in range(min(self.data_shown.n, MEASURED)))
            self._fractions[column] = max((len(other[1]) for other in first if other), default=0)
        return text + padding(cut[1], self._fractions[column])

    def _icon(self, code: int) -> QPixmap | None:
        if code < 0:
            return None
        if code not in self._icons:
            self._icons[code] = class_icon(self.appearance.theme, code, self.appearance.pixels("body"))
        return self._icons[code]

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Flag.ItemIsEnabled | Flag.ItemIsSelectable | Flag.ItemIsEditable

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:
        """A typed value becomes an edit of the session; a wrong one is refused there, in words."""
        if role != Role.EditRole or str(value) == self._text(index.row(), index.column()):
            return False
        self.session.set_cell(index.row(), index.column(), str(value))
        return True


def runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last of each run of neighbours among ascending rows.

    >>> runs((2, 3, 4, 9))
    [(2, 4), (9, 9)]
    """
    if not len(rows):
        return []
    places = np.asarray(rows)
    gaps = np.flatnonzero(np.diff(places) > 1)
    firsts, lasts = places[np.append(0, gaps + 1)], places[np.append(gaps, len(places) - 1)]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))


class TableDock(Dock):
    """The points table, in step with the canvas."""

    title = "Points table"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.model = PointsModel(session, appearance, self)
        self.view = PointsView(session, self)
        self.view.setModel(self.model)
        self.view.selectionModel().selectionChanged.connect(self._select)
        self.content.addWidget(self.view)
        self._following = False
        self._fitted = False
        session.data_changed.connect(self.touch)
        session.selection_changed.connect(self._follow)
        self.restyle()

    def refresh(self) -> None:
        self._following = True
        before = self.model.columnCount()
        self.model.show_data(self.session.data)
        self._following = False
        if self.model.columnCount() != before or not self._fitted:
            self._fit()
        self._follow()

    def _fit(self) -> None:
        """Columns as wide as what they show, but not wider than a long name."""
        self._fitted = True
        header = self.view.horizontalHeader()
        header.setResizeContentsPrecision(30)
        for column in range(min(self.model.columnCount(), FITTED)):
            wide = max(self.view.sizeHintForColumn(column) + 16, header.sectionSizeHint(column) + 8)
            self.view.setColumnWidth(column, min(wide, 240))

    def restyle(self) -> None:
        self._fitted = False
        self.model.forget_icons()
        small = self.appearance.font("small")
        for header in (self.view.horizontalHeader(), self.view.verticalHeader()):
            header.setFont(small)
        self.view.setFont(self.appearance.font("body"))
        self.view.verticalHeader().setDefaultSectionSize(self.view.fontMetrics().lineSpacing() + 6)
        super().restyle()

    def _select(self) -> None:
        if not self._following:
            self._following = True
            self.session.select([index.row() for index in self.view.selectionModel().selectedRows()])
            self._following = False

    def _follow(self) -> None:
        """The selection of the session, brought into view."""
        if self._following or not self.isVisible():
            return
        self._following = True
        chosen, last = QItemSelection(), self.model.columnCount() - 1
        for first, end in runs(self.session.selection)[:MOST_RUNS]:
            chosen.select(self.model.index(first, 0), self.model.index(end, last))
        self.view.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if self.session.selection:
            self.view.scrollTo(self.model.index(self.session.selection[0], 0))
        self._following = False


class PointsView(QTableView):
    """Rows are selected whole; Delete takes them out."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setCornerButtonEnabled(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setToolTip("Double-click a cell to type a value; Delete takes the selected rows out")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._session.selection:
            self._session.delete_points(self._session.selection)
        else:
            super().keyPressEvent(event)


if __name__ == "__main__":
    run_alone(TableDock, width=700, height=300)
