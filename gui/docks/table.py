"""The points as a table: cells are typed into, copied, pasted and sorted, and the selection is that of the canvas."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engine.base.errors import Refusal
from gui.docks.dock import Dock, run_alone
from gui.docks.pasting import MOST_CELLS, pasted
from gui.docks.points_model import Index, PointsModel
from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.widgets.copying import as_lines
from gui.widgets.ruler import Ruler

MOST_RUNS = 2000
"""Of a selection in more pieces than this only the first ones are tinted: Qt compares every piece with every other."""
MOST_COPIED = 100_000
"""More rows than this are a file: copying them would hold up the window."""
QUIET = 250
"""Milliseconds without an edit before a sorted table is sorted anew."""
LOOKED_AT = 30
"""So many lines say how wide a column must be."""
FITTED = 60
"""So many columns are made as wide as their contents."""
TAKES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
"""The keys that take what was typed into a cell."""
UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def runs(rows: Sequence[int] | np.ndarray) -> list[tuple[int, int]]:
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
        self.view = PointsView(session, self.model, self)
        self.message = QLabel(self)
        self.message.setProperty("look", "wrong")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self.view.selectionModel().selectionChanged.connect(self._select)
        self.view.told.connect(self._say)
        self.model.refused.connect(self._say)
        self.view.horizontalHeader().sectionClicked.connect(self._sort)
        self._say("")
        self.content.addWidget(self.view)
        self.content.addWidget(self.message)
        self._following = False
        self._fitted, self._worn = False, appearance.font("body")
        self._quiet = QTimer(self, singleShot=True, interval=QUIET)
        self._quiet.timeout.connect(self._sort_anew)
        session.data_changed.connect(self.touch)
        session.opened.connect(self._open)
        session.selection_changed.connect(self._follow)
        self.restyle()

    def refresh(self) -> None:
        self._following = True
        before = self.model.columnCount()
        self.model.show_data(self.session.data)
        self._following = False
        if self.model.columnCount() != before or not self._fitted:
            self._fit()
        self._show_order()
        self._say("")
        self._follow()
        if self.model.sorted_by is not None:
            self._quiet.start()

    def _fit(self) -> None:
        """Columns as wide as what they show, but not wider than a long name."""
        self._fitted = True
        header, model, top = self.view.horizontalHeader(), self.model, max(self.view.rowAt(0), 0)
        lines = range(top, min(top + LOOKED_AT, model.rowCount()))
        ruler = Ruler(self.view, model.shown(0, 0)) if lines else None
        for column in range(min(model.columnCount(), FITTED)):
            if ruler is None or model.has_icons(column):
                wide = self.view.sizeHintForColumn(column)
            else:
                wide = ruler.width(model.shown(line, column) for line in lines)
            self.view.setColumnWidth(column, min(max(wide + 16, header.sectionSizeHint(column) + 8), 240))

    def restyle(self) -> None:
        font = self.appearance.font("body")
        self._fitted = self._fitted and font == self._worn  # of other colours only no column becomes wider
        self._worn = font
        self.model.forget_icons()
        small = self.appearance.font("small")
        for header in (self.view.horizontalHeader(), self.view.verticalHeader()):
            header.setFont(small)
        self.view.setFont(font)
        self.view.verticalHeader().setDefaultSectionSize(self.view.fontMetrics().lineSpacing() + 6)
        super().restyle()

    def _say(self, words: str) -> None:
        """Why something cannot be done in the table, below it."""
        self.message.setText(words)
        self.message.setVisible(bool(words))

    def _open(self) -> None:
        """Other data stand in their own order."""
        self._following = True
        self.model.sort_by(None)
        self._following = False
        self.touch()

    def _sort(self, column: int) -> None:
        """A click on a name sorts by it, a second one downwards, a third one brings back the order of the data."""
        self._following = True
        now = self.model.sorted_by
        if now == (column, True):
            self.model.sort_by(None)
        else:
            self.model.sort_by(column, now == (column, False))
        self._following = False
        self._show_order()
        self._follow()

    def _sort_anew(self) -> None:
        """After an edit a row goes where it belongs, but not under the hand: when nothing moves or is typed."""
        if self.view.is_typed_into():
            return self._quiet.start()
        if not self.model.in_order:
            self._following = True
            self.view.selectionModel().clearSelection()  # it comes back below: Qt would move it cell by cell
            self.model.put_in_order()
            self._following = False
            self._follow()
        return None

    def _show_order(self) -> None:
        """An arrow beside the name that the rows are sorted by: it points up where the values rise from line to line.

        Fusion draws the arrow of an ascending order downwards.
        """
        column, downwards = self.model.sorted_by or (-1, False)
        self.view.horizontalHeader().setSortIndicator(column, UP if downwards else DOWN)

    def _select(self) -> None:
        if not self._following:
            self._following = True
            chosen = self.view.selectionModel().selectedRows()
            self.session.select([self.model.row_at(index.row()) for index in chosen])
            self._following = False

    def _follow(self) -> None:
        """The selection of the session, brought into view."""
        if self._following or not self.isVisible():
            return
        self._following = True
        chosen, last = QItemSelection(), self.model.columnCount() - 1
        lines = self.model.lines_of(np.asarray(self.session.selection, dtype=np.intp))
        for first, end in runs(lines)[:MOST_RUNS]:
            chosen.select(self.model.index(first, 0), self.model.index(end, last))
        self.view.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if len(lines):
            self.view.scrollTo(self.model.index(int(lines[0]), 0))
        self._following = False


class PointsView(QTableView):
    """Rows are selected whole; Delete takes them out. `told` says why something cannot be done, "" when it can."""

    told = Signal(str)

    def __init__(self, session: Session, points: PointsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._points = session, points
        self.setModel(points)
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
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._session.selection:
            self._session.delete_points(self._session.selection)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def is_typed_into(self) -> bool:
        """Whether a cell is open."""
        return self.state() == QTableView.State.EditingState

    def copy(self) -> None:
        """The selected rows, as the table has them, with the names of the columns and every digit."""
        lines = self._points.lines_of(np.asarray(self._session.selection, dtype=np.intp))
        if len(lines) > MOST_COPIED:
            return self.told.emit(f"More than {MOST_COPIED:,} rows are not copied: File ▸ Export points writes them.")
        if len(lines):
            width = range(self._points.columnCount())
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
            after, words = pasted(data, QGuiApplication.clipboard().text(), rows, max(current.column(), 0))
        except Refusal as refusal:
            return self.told.emit(str(refusal))
        return self._session.replace_data(after, words)


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
        if bool(editor.property("wrong")) != bool(problem):
            editor.setProperty("wrong", bool(problem))
            editor.style().unpolish(editor)
            editor.style().polish(editor)


if __name__ == "__main__":
    run_alone(TableDock, width=700, height=300)
