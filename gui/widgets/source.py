"""The source panel: the algorithm's real code, with the line lit that made the step in view."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from keyword import kwlist
from pathlib import Path
from typing import NamedTuple

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
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from gui.look.appearance import Appearance


class Function(NamedTuple):
    """A function of a file: its name, its first line and its last, counted from 1."""

    name: str
    first: int
    last: int


FORMATTER = re.compile(r" *# fmt: \w+$", re.MULTILINE)
"""A word to the formatter of the code, which says nothing about the algorithm."""


@lru_cache(maxsize=64)
def code(file: str) -> str:
    """The text of a source file, line for line, or '' when it cannot be read."""
    try:
        return FORMATTER.sub("", Path(file).read_text(encoding="utf-8"))
    except OSError:
        return ""


@lru_cache(maxsize=64)
def functions(file: str) -> tuple[Function, ...]:
    """The functions of a source file, also those inside others."""
    try:
        tree = ast.parse(code(file))
    except SyntaxError:
        return ()
    return tuple(_functions_in(tree.body))


def _functions_in(body: list[ast.stmt]) -> Iterator[Function]:
    """Only statements can hold a function: expressions, most of a tree, are not looked into."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield Function(node.name, node.lineno, node.end_lineno or node.lineno)
        for part in ("body", "orelse", "handlers", "finalbody"):
            yield from _functions_in(getattr(node, part, []))


def around(file: str, line: int) -> Function | None:
    """The innermost function that a line stands in."""
    inside = [function for function in functions(file) if function.first <= line <= function.last]
    return max(inside, key=lambda function: function.first, default=None)


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
    """Read-only code with line numbers and one lit line."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.lit = 0
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setCornerWidget(QWidget(self))
        self.numbers = LineNumbers(self)
        self.tint = Tint(self, appearance)
        self.updateRequest.connect(self._scrolled)
        self.restyle()
        appearance.changed.connect(self.restyle)

    def light(self, line: int, function: Function | None) -> None:
        """Light a line and bring it into view, with the head of its function if there is room for both."""
        self.lit = line
        block = self.document().findBlockByNumber(line - 1)
        if not block.isValid():
            return self.setExtraSelections([])
        look = QTextEdit.ExtraSelection()
        look.cursor = QTextCursor(block)
        theme = self._appearance.theme
        look.format.setBackground(theme.mixed(theme.paper, theme.accent, 0.24))
        look.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        self.setExtraSelections([look])
        self._bring(line, function)

    def _bring(self, line: int, function: Function | None) -> None:
        bar = self.verticalScrollBar()
        room = max(self.viewport().height() // max(self.fontMetrics().lineSpacing(), 1) - 1, 1)
        top = bar.value() + 1
        if top < line < top + room - 1 and (function is None or function.first <= line):
            return
        head = function.first if function is not None and line - function.first < room - 2 else line - room // 2
        bar.setValue(max(head - 1, 0))

    def gutter(self) -> int:
        """The width of the line numbers."""
        return self.fontMetrics().horizontalAdvance("0") * max(len(str(self.blockCount())), 3) + 8

    def _scrolled(self, area: QRect, by: int) -> None:
        if by:
            self.numbers.scroll(0, by)
        else:
            self.numbers.update(0, area.y(), self.numbers.width(), area.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self.numbers.setGeometry(inside.left(), inside.top(), self.gutter(), inside.height())

    def restyle(self) -> None:
        self.setFont(self._appearance.font("small", mono=True))
        self.tint.dress(self._appearance)
        self.setViewportMargins(self.gutter(), 0, 0, 0)
        if self.lit:
            self.light(self.lit, None)


class LineNumbers(QWidget):
    """The numbers beside the lines that can be seen."""

    def __init__(self, view: Code) -> None:
        super().__init__(view)
        self._view = view

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, view = QPainter(self), self._view
        theme = view._appearance.theme
        painter.setFont(view.font())
        block = view.firstVisibleBlock()
        while block.isValid():
            place = view.blockBoundingGeometry(block).translated(view.contentOffset())
            if place.top() > event.rect().bottom():
                break
            number = block.blockNumber() + 1
            painter.setPen(QColor(theme.ink if number == view.lit else theme.quiet))
            right = Qt.AlignmentFlag.AlignRight
            painter.drawText(0, round(place.top()), self.width() - 6, round(place.height()), right, str(number))
            block = block.next()


class SourceView(QWidget):
    """The code of a file under a line that says where in it the step was made."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file = ""
        self.place = QLabel(self)
        self.place.setProperty("look", "small")
        self.code = Code(appearance, self)
        self.code.setMinimumHeight(72)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(2)
        whole.addWidget(self.place)
        whole.addWidget(self.code, 1)

    def show_line(self, file: str, line: int) -> None:
        """Light this line of this file."""
        if file != self.file:
            self.file = file
            self.code.setPlainText(code(file))
        function = around(file, line)
        self.place.setText(
            f"{Path(file).parent.name}/{Path(file).name}, line {line}" + (f" in {function.name}()" if function else "")
        )
        self.place.setToolTip(file)
        self.code.light(line, function)
