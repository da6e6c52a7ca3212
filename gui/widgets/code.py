"""A function of the source: its lines with their numbers, those lit that ran, and what their variables have now."""

from __future__ import annotations

import re
from keyword import kwlist

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from engine.core.ran import Passage
from gui.look.appearance import Appearance
from gui.widgets.folding import Row, rows

RAN, STRONG = 0.10, 0.30
"""How much of the accent colour is behind a line that ran, and behind the one that changed the model."""
BAR = 3
"""The width of the mark beside the line that changed the model."""
PARTS = re.compile(
    r"(?P<words>'''.*?'''|\"\"\".*?\"\"\"|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")"
    r"|(?P<comment>#.*)|(?P<keyword>\b(?:" + "|".join(kwlist) + r")\b)"
)


class Tint(QSyntaxHighlighter):
    """Keywords a little heavier, strings and comments a little quieter; doc strings over several lines as well."""

    def __init__(self, view: QPlainTextEdit, appearance: Appearance) -> None:
        super().__init__(view.document())
        self._looks: dict[str, QTextCharFormat] = {}
        self.dress(appearance)

    def dress(self, appearance: Appearance) -> None:
        theme = appearance.theme
        colours = {"keyword": theme.accent, "words": theme.mixed(theme.ink, theme.quiet, 0.75), "comment": theme.quiet}
        for name, colour in colours.items():
            self._looks[name] = QTextCharFormat()
            self._looks[name].setForeground(QColor(colour))
        self._looks["comment"].setFontItalic(True)
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        end = 0
        if self.previousBlockState() == 1:
            close = text.find('"""')
            end = len(text) if close < 0 else close + 3
            self.setFormat(0, end, self._looks["words"])
            self.setCurrentBlockState(1 if close < 0 else 0)
            if close < 0:
                return
        self.setCurrentBlockState(0)
        for found in PARTS.finditer(text, end):
            self.setFormat(found.start(), found.end() - found.start(), self._looks[str(found.lastgroup)])
        opened = text.find('"""', end)
        if opened >= 0 and text.count('"""', end) % 2:
            self.setFormat(opened, len(text) - opened, self._looks["words"])
            self.setCurrentBlockState(1)


class Code(QPlainTextEdit):
    """Read-only code, folded to the width of the panel."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.passage: Passage | None = None
        self.rows: list[Row] = []
        self._columns = 0
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setMinimumHeight(64)
        self.numbers = LineNumbers(self)
        self.tint = Tint(self, appearance)
        self.updateRequest.connect(self._scrolled)
        self.restyle()
        appearance.changed.connect(self.restyle)

    def show_passage(self, passage: Passage | None) -> None:
        """Another step, or another function."""
        if passage != self.passage:
            same = passage is not None and self.passage is not None and passage.place == self.passage.place
            self.passage = passage
            self._fold(self.verticalScrollBar().value() if same else 0)

    def columns(self) -> int:
        """How many characters fit into a row, beside a scroll bar whether there is one or not."""
        bar = self.verticalScrollBar().sizeHint().width()
        wide = self.contentsRect().width() - self.gutter() - bar - 2 * self.document().documentMargin()
        return int(wide / max(self.fontMetrics().horizontalAdvance("0" * 100) / 100, 1))

    def _fold(self, top: int) -> None:
        self._columns = self.columns()
        self.rows = rows(self.passage, self._columns) if self.passage is not None else []
        self.setPlainText("\n".join(row.text for row in self.rows))
        self._light()
        self.verticalScrollBar().setValue(top)
        self._bring()

    def _light(self) -> None:
        theme = self._appearance.theme
        strong, ran = (theme.mixed(theme.paper, theme.accent, share) for share in (STRONG, RAN))
        looks = []
        for number, row in enumerate(self.rows):
            if self.is_strong(row) or self.ran(row):
                looks.append(self._look(number, strong if self.is_strong(row) else ran))
            if row.values is not None:
                looks.append(self._values(number, row.values))
        self.setExtraSelections(looks)

    def ran(self, row: Row) -> bool:
        """Whether the line of a row ran since the last stop."""
        return self.passage is not None and row.line in self.passage.lines

    def is_strong(self, row: Row) -> bool:
        """Whether the line of a row is the one that changed the model."""
        return self.passage is not None and row.line in self.passage.strong

    def _look(self, number: int, colour: str | QColor) -> QTextEdit.ExtraSelection:
        look = QTextEdit.ExtraSelection()
        look.cursor = QTextCursor(self.document().findBlockByNumber(number))
        look.format.setBackground(QColor(colour))
        look.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return look

    def _values(self, number: int, start: int) -> QTextEdit.ExtraSelection:
        """Values are in ink and a little heavier: they are what changes from step to step."""
        theme, look = self._appearance.theme, QTextEdit.ExtraSelection()
        look.cursor = QTextCursor(self.document().findBlockByNumber(number))
        look.cursor.setPosition(look.cursor.position() + start)
        look.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        look.format.setForeground(theme.mixed(theme.accent, theme.ink, 0.45))
        look.format.setFontItalic(False)
        return look

    def _bring(self) -> None:
        """What ran into view, or if that is too much the line that changed the model; nothing moves without need."""
        lit = [number for number, row in enumerate(self.rows) if self.ran(row)]
        strong = [number for number, row in enumerate(self.rows) if self.is_strong(row)]
        if not lit:
            return
        room = max(int(self.viewport().height() / max(self.fontMetrics().lineSpacing(), 1)), 1)
        first, last = lit[0], lit[-1]
        if last - first >= room and strong:
            middle = (strong[0] + strong[-1] - room + 1) // 2
            first = min(max(middle, first), last - room + 1, strong[0])
            last = first + room - 1
        bar = self.verticalScrollBar()
        if not bar.value() <= first <= last < bar.value() + room:
            bar.setValue(first if last - first >= room - 1 else max(min(first - 1, bar.maximum()), last - room + 1))

    def gutter(self) -> int:
        """The width of the line numbers."""
        return self.fontMetrics().horizontalAdvance("000") + 8 + 2 * BAR

    def _scrolled(self, area: QRect, by: int) -> None:
        if by:
            self.numbers.scroll(0, by)
        else:
            self.numbers.update(0, area.y(), self.numbers.width(), area.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self.numbers.setGeometry(inside.left(), inside.top(), self.gutter(), inside.height())
        if self.columns() != self._columns:
            self._fold(self.verticalScrollBar().value())
        else:
            self._bring()

    def restyle(self) -> None:
        self.setFont(self._appearance.font("small", mono=True))
        self.tint.dress(self._appearance)
        self.setViewportMargins(self.gutter(), 0, 0, 0)
        self._fold(self.verticalScrollBar().value())


class LineNumbers(QWidget):
    """The numbers beside the lines that can be seen, and a bar beside the line that changed the model."""

    def __init__(self, view: Code) -> None:
        super().__init__(view)
        self._view = view

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, view = QPainter(self), self._view
        painter.setFont(view.font())
        block = view.firstVisibleBlock()
        while block.isValid() and block.blockNumber() < len(view.rows):
            place = view.blockBoundingGeometry(block).translated(view.contentOffset())
            if place.top() > event.rect().bottom():
                break
            high = min(round(place.height()), view.fontMetrics().lineSpacing() + 1)
            self._paint(painter, view.rows[block.blockNumber()], round(place.top()), high)
            block = block.next()

    def _paint(self, painter: QPainter, row: Row, top: int, high: int) -> None:
        view, theme = self._view, self._view._appearance.theme
        if view.is_strong(row):
            painter.fillRect(self.width() - BAR, top, BAR, high, QColor(theme.accent))
        if row.begins:
            painter.setPen(QColor(theme.ink if view.ran(row) else theme.quiet))
            right = Qt.AlignmentFlag.AlignRight
            painter.drawText(0, top, self.width() - 2 * BAR, high, right, str(row.line))
