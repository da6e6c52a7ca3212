"""The widths of the columns of a table, computed from their texts: to ask Qt for each cell takes long."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QTableView

ALIKE = 0.7
"""Of texts that have nearly as many letters as the longest, any may be the widest."""
FIGURES = str.maketrans("123456789", "0" * 9)
"""All figures are as wide: of thousands of numbers only a few have to be measured."""


class Ruler:
    """Measures with the room that a table leaves around a text; `first` is that of its first cell.

    font           in which it would be shown, none for that of the table
    width(texts)   pixels that the widest of them needs in a cell
    """

    def __init__(self, view: QTableView, first: str, font: QFont | None = None) -> None:
        own = view.fontMetrics()
        self._metrics = own if font is None else QFontMetrics(font)
        self._round = view.sizeHintForIndex(view.model().index(0, 0)).width() - own.horizontalAdvance(first)

    def width(self, texts: Iterable[str]) -> int:
        there = {text.translate(FIGURES) for text in texts}
        most = max(map(len, there), default=0)
        long = (text for text in there if len(text) >= ALIKE * most)
        return max(map(self._metrics.horizontalAdvance, long), default=0) + self._round + 1
