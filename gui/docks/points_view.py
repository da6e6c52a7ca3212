"""The view of the points table: what mouse and keys do in it, and a cell that is typed into."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHeaderView, QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from engine.base.errors import Refusal
from gui.docks.pasting import MOST_CELLS, pasted
from gui.docks.points_model import Index, PointsModel
from gui.session.session import Session
from gui.widgets.copying import as_lines
from gui.widgets.forms.number_widgets import show_wrong
from gui.widgets.heads import Heads

MOST_COPIED = 100_000
"""More rows than this are a file: copying them would hold up the window."""
TAKES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
"""The keys that take what was typed into a cell."""
UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


class PointsView(QTableView):
    """Rows are selected whole; Delete takes them out. `told` says why something cannot be done, "" when it can."""

    told = Signal(str)

    def __init__(self, session: Session, points: PointsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._points = session, points
        self.setHorizontalHeader(Heads(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(Heads(Qt.Orientation.Vertical, self))
        self.setModel(points)
        self.setAccessibleName("Points")
        self.setItemDelegate(CellDelegate(points, self.told.emit, self))
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsClickable(True)
        header.setHighlightSections(False)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(-1, UP)
        header.setToolTip("Click to sort by this column; a third click brings back the order of the data")
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setToolTip("Double-click a cell to type a value; Ctrl+C and Ctrl+V copy and paste; Delete takes rows out")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._session.selection.rows:
            self._session.points.delete(self._session.selection.rows)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def is_typed_into(self) -> bool:
        """Whether a cell is open."""
        return self.state() == QTableView.State.EditingState

    def copy(self) -> None:
        """The selected rows, as the table has them, with the names of the columns and every digit."""
        lines = self._points.lines_of(np.asarray(self._session.selection.rows, dtype=np.intp))
        if len(lines) > MOST_COPIED:
            return self.told.emit(f"More than {MOST_COPIED:,} rows are not copied: File ▸ Export points writes them.")
        if len(lines):
            width = range(self._points.own_columns)
            names = [str(self._points.headerData(column, Qt.Orientation.Horizontal)) for column in width]
            rows = [(line, self._points.row_at(line)) for line in lines.tolist()]
            cells = {(line, column): self._points.text_to_copy(row, column) for line, row in rows for column in width}
            QGuiApplication.clipboard().setText(as_lines(names, cells))
            self.told.emit("")
        return None

    def paste(self) -> None:
        """A block of cells from the current one on, as one edit; or none of it, and why."""
        data, current = self._points.data_shown, self.currentIndex()
        first = current.row() if current.isValid() else 0
        rows = [self._points.row_at(line) for line in range(first, min(data.n, first + MOST_CELLS))]
        try:
            column = min(max(current.column(), 0), self._points.own_columns - 1)
            after, words = pasted(data, QGuiApplication.clipboard().text(), rows, column)
        except Refusal as refusal:
            return self.told.emit(str(refusal))
        return self._session.table.replace(after, words)


class CellDelegate(QStyledItemDelegate):
    """A cell that is typed into stays open until its text can be taken, or Escape gives up."""

    def __init__(self, points: PointsModel, tell: Callable[[str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._points, self._tell = points, tell
        self._cell = QPersistentModelIndex()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = super().createEditor(parent, option, index)
        self._cell = QPersistentModelIndex(index)
        return editor

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if isinstance(editor, QLineEdit) and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            takes = event.key() in TAKES
            problem = self._points.problem(self._cell, editor.text()) if takes and self._cell.isValid() else ""
            self._mark(editor, problem)
            if problem:
                return True
        return super().eventFilter(editor, event)

    def _mark(self, editor: QLineEdit, problem: str) -> None:
        self._tell(problem)
        show_wrong(editor, bool(problem))
