"""What is printed in a matrix, and where its columns and rows begin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from engine.base.dates import date_text
from engine.base.words import figure
from gui.painters.sheet_item import widest

NOTHING = 1e-12
"""A number that is smaller than this share of the largest of its column is rounding."""
PARTS = re.compile(r"[ _/-](?=.)")
"""After these a name may go on in another line."""


def printed(values: np.ndarray, dates: np.ndarray | None = None) -> list[str]:
    """A column of numbers as they are written elsewhere; a gap is a dash, what only rounding left is 0, and those that
    are days are `dates`.

    >>> printed(np.array([0.2467, 0.01997, 1.5])), printed(np.array([3.0, -12.0, np.nan, 1e-17]))
    (['0.2467', '0.01997', '1.5'], ['3', '−12', '–', '0'])
    """
    largest = float(np.abs(values[np.isfinite(values)]).max(initial=0.0))
    kept = np.where(np.abs(values) < NOTHING * largest, 0.0, values)
    told = ["–" if np.isnan(value) else figure(value) for value in kept.tolist()]
    for row in () if dates is None else np.flatnonzero(dates & ~np.isnan(values)):
        told[row] = date_text(float(values[row]), 0)
    return told


@dataclass(frozen=True)
class Measures:
    """The lengths of a laid-out matrix: where columns and rows begin, from the corner of the whole."""

    lefts: np.ndarray  # (c + 1,) the edges of the columns of cells
    row_height: float
    head: float  # the height of the title
    labels: float  # the height of the column labels
    margin: float  # the width of the row labels

    @property
    def top(self) -> float:
        return self.head + self.labels

    def cell(self, row: int, column: int | None) -> QRectF:
        """A cell; without a column the whole row of them."""
        left, right = self.lefts[[0, -1] if column is None else [column, column + 1]].tolist()
        return QRectF(left, self.top + row * self.row_height, right - left, self.row_height)


def folded(text: str, font: QFont, room: float) -> str:
    """A name on two lines where it is wider than the numbers at it: between its words, or after a mark in it."""
    cuts = [(text[: cut.end()].rstrip(" "), text[cut.end() :]) for cut in PARTS.finditer(text)]
    if not cuts or widest(font, [text]) <= room:
        return text
    return "\n".join(min(cuts, key=lambda cut: widest(font, cut)))


def shortened(texts: Sequence[str], font: QFont, room: float) -> list[str]:
    """Names that are no wider, cut in their middle, as what tells two apart may stand at their end."""
    metrics = QFontMetricsF(font)
    return [metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room) for text in texts]
