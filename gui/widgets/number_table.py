"""A table of names and numbers, each column aligned on the decimal point; only what can be seen is written out."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cache
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QTableView, QWidget

from gui.look.appearance import Appearance
from gui.widgets.cells_model import FITTED, CellsModel
from gui.widgets.copying import as_lines
from gui.widgets.digits import exact
from gui.widgets.heads import Heads
from gui.widgets.ruler import Ruler
from gui.widgets.steady_label import spare

SHORT = 6
"""Names that are no wider than so many heights of small text stay whole."""
READ = 0.6
"""So much of a word of a head, or of the name of a row, is enough to know it by."""
WHOLE = "classifies"
"""A word of a head that is no wider than this one stays whole."""
ELIDED = (Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideLeft, Qt.TextElideMode.ElideMiddle)
"""How names of rows may be cut, the usual way first."""
MARGIN = 8
"""Pixels of a cell beside its words."""
WIDEST = 240
"""No column is wider than so many pixels, at the usual size of the text."""


class NumberTable(QTableView):
    """As high as its rows up to `most`, then it scrolls. Ctrl+C copies the selected cells with every digit.

    Where its columns have no room side by side, heads go over several lines, the longest names of rows give way, whole
    in their tool tips, and the letters are smaller, if that brings all columns in.

    opened  a double click on a cell, or Return on the current one: its row and column, and where it stands
    """

    opened = Signal(int, int, QPoint)

    def __init__(self, appearance: Appearance, most: int = 9, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance, self._most = appearance, most
        self._tallest = self._needed = 0
        self._longest: list[int] = []
        self._wide: list[int] = []
        self._words: list[int] = []
        self._whole_words: list[int] = []
        self._least: list[int] = []
        self._worn: QFont | None = None
        self.cells = CellsModel(appearance, self)
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
        header.setTextElideMode(Qt.TextElideMode.ElideNone)  # heads are divided into lines that have room
        self.doubleClicked.connect(self._open)
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
        self._cut()
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
        """Columns as wide as they must be, in the largest letters in which all are in sight; as high as the rows."""
        body, small = self._appearance.font("body"), self._appearance.font("small")
        measured = cache(self._measured)  # in the smaller letters only where the usual ones are too wide
        for font in (body, small, body):
            self._least = measured(font) if self.cells.columns else []
            self._wide = self._widths()
            if sum(self._given()) <= self.viewport().width():
                break
        if font.pixelSize() != self.font().pixelSize():
            self.setFont(font)
        self._spread()

    def _spread(self) -> None:
        """What there is of room is shared out among the columns."""
        header, widths = self.horizontalHeader(), self._in_sight()
        spare = max(self.viewport().width() - sum(widths), 0) // max(len(widths), 1)
        widest = round(WIDEST * self._appearance.scale)
        given = [min(width + spare, widest) for width in widths]
        rooms = zip(self.cells.columns, given, strict=True)
        margin = self._round_head() if given else 0
        self.cells.put_heads(tuple(in_lines(name, width - margin, header.fontMetrics()) for name, width in rooms))
        for column, width in enumerate(given):
            self.setColumnWidth(column, width)
        rows = min(len(self.cells.rows), self._most)
        bar = 12 if sum(widths) > self.viewport().width() else 0
        self._needed = header.sizeHint().height() + rows * self._row_height() + bar + 2
        self._tallest = max(self._tallest, self._needed)
        self.setFixedHeight(self._tallest)

    def _cut(self) -> None:
        """Where names of rows have no room they are cut so that they differ."""
        if self._names(0):
            room = self.columnWidth(0) - MARGIN
            self.setTextElideMode(told_apart(self.cells.texts(0), room, self.fontMetrics()))

    def _given(self) -> list[int]:
        """The widths with which each column can do: numbers and the words of heads are whole, names of rows are not."""
        own = [min(width, self._shortened(width)) if self._names(i) else width for i, width in enumerate(self._least)]
        return [max(pair) for pair in zip(own, self._words, strict=True)]

    def _shortened(self, width: int) -> int:
        """What is left of the names of rows that give way; short ones do not."""
        return max(round(READ * width), SHORT * self._appearance.pixels("small"))

    def _names(self, column: int) -> bool:
        """Whether the cells of a column say what the rows are."""
        return column == 0 and bool(self.cells.rows) and isinstance(self.cells.rows[0][0], str)

    def _in_sight(self) -> list[int]:
        """The widths wanted; the longest names, whole in their tool tips, and heads give way as far as it takes."""
        room, wide, least = self.viewport().width(), self._wide, self._given()
        if sum(least) > room and self._names(0):  # rather than a number out of sight
            least = [min(least[0], SHORT * self._appearance.pixels("small")), *least[1:]]
        if sum(wide) <= room or sum(least) > room:
            return wide if sum(wide) <= room else least
        cuts = (np.clip(cap, least, wide) for cap in range(max(wide), 0, -1))
        return next(cut.tolist() for cut in cuts if cut.sum() <= room)

    def _widths(self) -> list[int]:
        """How wide each column is to be: its head in one line and its cells are whole."""
        columns, metrics = self.cells.columns, self.horizontalHeader().fontMetrics()
        if not columns:
            self._words = self._whole_words = []
            return []
        margin, whole = self._round_head(), metrics.horizontalAdvance(WHOLE)
        words = [max(map(metrics.horizontalAdvance, name.split() or [""])) for name in columns]
        self._whole_words = [margin + width for width in words]
        self._words = [margin + max(min(width, whole), round(READ * width)) for width in words]
        heads = [metrics.horizontalAdvance(name) + margin for name in columns]
        return [max(pair) for pair in zip(heads, self._least, strict=True)]

    def _round_head(self) -> int:
        """How much wider than its words a head is."""
        header = self.horizontalHeader()
        lines = self.cells.head(0).split("\n")
        return header.sectionSizeHint(0) - max(map(header.fontMetrics().horizontalAdvance, lines)) + 2  # it rounds up

    def _measured(self, font: QFont) -> list[int]:
        """How wide each column must be for its cells in a font."""
        cells, least = self.cells, self.horizontalHeader().minimumSectionSize()
        count = len(cells.columns)
        if not cells.rows:
            return [least] * count
        ruler = Ruler(self, cells.texts(0)[0], font)
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
            self._fit()
            self._cut()

    def sizeHint(self) -> QSize:
        return QSize(260, self._tallest)

    @property
    def natural_width(self) -> int:
        """The width at which every head is in one line and nothing is cut, except for very long names."""
        widest = round(WIDEST * self._appearance.scale)
        return sum(min(width, widest) for width in self._wide)

    @property
    def least_width(self) -> int:
        """The width below which a number or a word of a head is cut: heads have several lines, long names give way."""
        widest = round(WIDEST * self._appearance.scale)
        return sum(min(max(pair), widest) for pair in zip(self._given(), self._whole_words, strict=True))

    def copied(self) -> str:
        """The selected cells for a spreadsheet, every digit of each number."""
        places = [(index.row(), index.column()) for index in self.selectedIndexes()]
        return as_lines(self.cells.columns, {place: exact(self.cells.rows[place[0]][place[1]]) for place in places})

    def _open(self, index: QModelIndex | QPersistentModelIndex) -> None:
        place = self.viewport().mapTo(self, self.visualRect(index).center())
        self.opened.emit(index.row(), index.column(), place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A table that shows all of its rows leaves the wheel to the panel around it."""
        bar = self.verticalScrollBar()
        if bar.maximum() == bar.minimum() and not event.angleDelta().x():
            event.ignore()
        else:
            super().wheelEvent(event)


def told_apart(names: Sequence[str], room: int, metrics: QFontMetrics) -> Qt.TextElideMode:
    """Where names that have no room are cut, so that as many as can be differ: "… = Sunny" and "… = Rain"."""
    return max(ELIDED, key=lambda mode: len({metrics.elidedText(name, mode, room) for name in names}))


def in_lines(words: str, room: int, metrics: QFontMetrics) -> str:
    """Words in as few lines as have room, in which only a word that is wider by itself is cut."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    fits = [metrics.horizontalAdvance(line) <= room for line in lines]
    elided = [metrics.elidedText(line, Qt.TextElideMode.ElideRight, max(room, 0)) for line in lines]
    return "\n".join(line if fit else cut for line, cut, fit in zip(lines, elided, fits, strict=True))
