"""A table of names and numbers, each column aligned on the decimal point; only what can be seen is written out."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QTableView, QWidget

from engine.base.words import minus
from gui.look.appearance import Appearance
from gui.look.numerals import aligned, halves, longest_fraction, padding
from gui.look.plain import plain
from gui.widgets.copying import as_lines
from gui.widgets.digits import exact, shown
from gui.widgets.heads import Heads
from gui.widgets.ruler import Ruler
from gui.widgets.words import spare

Index = QModelIndex | QPersistentModelIndex
ALIGNED = 100
"""So many rows at most are written out to align a column: a covariance of 2,000 features has four million cells."""
FITTED = 60
"""So many columns are as wide as what they show, the others as the widest of these."""
WRITTEN = 2_000
"""Of a wide table so many cells are written out to align its columns and to fit them: a model may have many such."""
MEASURED = 16
"""So many columns become wider when their numbers do."""

READ = 0.6
"""So much of a head is enough to know it by."""


class Cells(QAbstractTableModel):
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
        return self.columns[section] if role == Qt.ItemDataRole.DisplayRole else None

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


class NumberTable(QTableView):
    """As high as its rows up to `most`, then it scrolls. Ctrl+C copies the selected cells with every digit."""

    def __init__(self, appearance: Appearance, most: int = 9, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance, self._most = appearance, most
        self._tallest = self._needed = 0
        self._longest: list[int] = []
        self._wide: list[int] = []
        self._least: list[int] = []
        self._worn: QFont | None = None
        self.cells = Cells(appearance, self)
        self.setHorizontalHeader(Heads(Qt.Orientation.Horizontal, self))
        self.setModel(self.cells)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)  # arrows go from cell to cell, Tab goes on to the next panel
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(28)
        header.setResizeContentsPrecision(30)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.restyle()
        appearance.changed.connect(self.restyle)

    def put(
        self, columns: Sequence[str], rows: Sequence[Sequence[Any]], chosen: int | None = None,
        news: Container[tuple[int, int]] = (),
    ) -> None:  # fmt: skip
        """Show these rows; `chosen` is highlighted and brought into view."""
        reshaped = self.cells.put(tuple(columns), rows, chosen, news)
        longest = self.cells.longest()
        wider = reshaped or any(now > then for now, then in zip(longest, self._longest, strict=True))
        if wider or (longest != self._longest and self._cut_off()):
            self._longest = longest
            self._fit()
        if chosen is not None:
            self.scrollTo(self.cells.index(chosen, 0))

    def _cut_off(self) -> bool:
        """Whether a column is out of sight: then one whose texts have become shorter gives its width back."""
        return self.horizontalHeader().length() > self.viewport().width()

    def forget(self) -> None:
        """Let go of the height kept so far."""
        self._tallest = 0
        self._fit()

    def spare(self) -> int:
        """How much of the height kept is not needed for these rows."""
        return spare(self) if self.isHidden() else self._tallest - self._needed

    def _fit(self) -> None:
        """Columns as wide as they must be; as high as the rows."""
        self._least = self._measured()
        self._wide = self._widths()
        self._spread()

    def _spread(self) -> None:
        """What there is of room is shared out among the columns."""
        header, widths = self.horizontalHeader(), self._in_sight()
        spare = max(self.viewport().width() - sum(widths), 0) // max(len(widths), 1)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, min(width + spare, 240))
        rows = min(len(self.cells.rows), self._most)
        bar = 12 if sum(widths) > self.viewport().width() else 0
        self._needed = header.sizeHint().height() + rows * self._row_height() + bar + 2
        self._tallest = max(self._tallest, self._needed)
        self.setFixedHeight(self._tallest)

    def _in_sight(self) -> list[int]:
        """The widths wanted; the longest heads, whole in their tool tips, give way if that brings all columns in."""
        room, wide = self.viewport().width(), self._wide
        least = [max(cells, round(READ * width)) for cells, width in zip(self._least, wide, strict=True)]
        if not sum(least) <= room < sum(wide):
            return wide
        cuts = (np.clip(cap, least, wide) for cap in range(max(wide), 0, -1))
        return next(cut.tolist() for cut in cuts if cut.sum() <= room)

    def _widths(self) -> list[int]:
        """How wide each column is to be: its head and its cells are whole."""
        columns, header = self.cells.columns, self.horizontalHeader()
        if not columns:
            return []
        metrics = header.fontMetrics()
        round_head = header.sectionSizeHint(0) - metrics.horizontalAdvance(columns[0]) + 2  # it rounds up
        heads = [metrics.horizontalAdvance(name) + round_head for name in columns]
        return [max(pair) for pair in zip(heads, self._least, strict=True)]

    def _measured(self) -> list[int]:
        """How wide each column must be for its cells."""
        cells, least = self.cells, self.horizontalHeader().minimumSectionSize()
        count = len(cells.columns)
        if not cells.rows:
            return [least] * count
        ruler = Ruler(self, cells.texts(0)[0])
        measured = [max(least, ruler.width(cells.texts(column))) for column in range(min(count, FITTED))]
        return measured + [max(measured)] * (count - len(measured))

    def _row_height(self) -> int:
        return self.verticalHeader().defaultSectionSize()

    def restyle(self) -> None:
        font = self._appearance.font("body")
        if font == self._worn:  # other colours only
            return self.viewport().update()
        self._worn = font
        self.setFont(font)
        self.horizontalHeader().setFont(self._appearance.font("small"))
        self.verticalHeader().setMinimumSectionSize(10)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().lineSpacing() + 4)
        return self.forget()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._spread()

    def sizeHint(self) -> QSize:
        return QSize(260, self._tallest)

    def copied(self) -> str:
        """The selected cells for a spreadsheet, every digit of each number."""
        places = [(index.row(), index.column()) for index in self.selectedIndexes()]
        return as_lines(self.cells.columns, {place: exact(self.cells.rows[place[0]][place[1]]) for place in places})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied())
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A table that shows all of its rows leaves the wheel to the panel around it."""
        bar = self.verticalScrollBar()
        if bar.maximum() == bar.minimum() and not event.angleDelta().x():
            event.ignore()
        else:
            super().wheelEvent(event)
