"""The rows as a strip in the colours of their parts, and under it in those of their classes."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.base.words import counted
from engine.data.split import PARTS, PURPOSES
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.theme import Theme

HIGH, LOW, GAP = 18, 10, 2
"""How high the strips of the parts and of the classes are, and what is between them, in pixels."""
COLUMNS = 512
"""In the order of the rows the strip has at most so many columns; one of more rows has their mean colour."""


class PartStrip(QWidget):
    """Sorted by part, each as wide as it has rows, or in the order of the rows. Hovering a part says what it is for."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.has_classes = False
        self.by_part, self.by_class = np.zeros((0, len(PARTS))), np.zeros((0, 0))
        """How many rows of each part, and of each class, a column has; the columns are as wide as they have rows."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleName("The parts of the rows")
        appearance.changed.connect(self.update)

    def show_parts(self, codes: np.ndarray, classes: np.ndarray | None, in_order: bool) -> None:
        """The part (n,) of every row, and its class if it has one; a million of them are counted, and not kept."""
        kinds = np.zeros(len(codes), dtype=np.intp) if classes is None else np.asarray(classes) + 1
        K = int(kinds.max(initial=0)) + 1
        if in_order:
            columns = np.arange(len(codes)) * min(COLUMNS, max(len(codes), 1)) // max(len(codes), 1)
            self.by_part, self.by_class = _crossed(columns, codes, len(PARTS)), _crossed(columns, kinds, K)
        else:
            sizes = _crossed(codes, kinds, K, len(PARTS))  # sorted by part, then by class: a column for each pair
            self.by_part = np.diag(sizes.sum(axis=1))
            place, kind = np.nonzero(sizes)
            self.by_class = np.eye(K)[kind] * sizes[place, kind][:, None]
        self.has_classes = classes is not None
        counts = np.bincount(codes, minlength=len(PARTS)).tolist()
        told = [f"{part}: {counted(count, 'row')}" for part, count in zip(PARTS, counts, strict=True) if count]
        self.setAccessibleDescription(", ".join(told))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(180, round(self._appearance.scale * (HIGH + (GAP + LOW if self.has_classes else 0))))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def part_at(self, x: float) -> str:
        """The part at a place; of a column of several the largest, and "" beside the strip."""
        ends = np.cumsum(self.by_part.sum(axis=1))
        if not len(ends) or not ends[-1] or not 0 <= x < self.width():
            return ""
        column = int(np.searchsorted(ends, x / self.width() * ends[-1], side="right"))
        return PARTS[int(np.argmax(self.by_part[column]))]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            part = self.part_at(event.pos().x())
            QToolTip.showText(event.globalPos(), plain(f"{part}: {PURPOSES[part]}" if part else ""), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._appearance.theme
        high = HIGH * self._appearance.scale
        self._paint(painter, self.by_part, part_colours(theme), QRectF(0, 0, self.width(), high))
        if self.has_classes:
            colours = [theme.class_colour(kind - 1) for kind in range(self.by_class.shape[1])]
            place = QRectF(0, high + GAP, self.width(), self.height() - high - GAP)
            self._paint(painter, self.by_class, colours, place)

    def _paint(self, painter: QPainter, counts: np.ndarray, colours: list[QColor], place: QRectF) -> None:
        """Columns as wide as they have rows, each in the mean colour of its rows."""
        widths = counts.sum(axis=1)
        ends = np.concatenate([[0.0], np.cumsum(widths)]) / max(float(widths.sum()), 1.0) * place.width()
        rgb = (
            counts
            @ np.array([[colour.red(), colour.green(), colour.blue()] for colour in colours])
            / np.maximum(widths, 1)[:, None]
        )
        for left, right, (red, green, blue) in zip(ends[:-1].tolist(), ends[1:].tolist(), rgb.tolist(), strict=True):
            if right > left:
                box = QRectF(place.left() + left, place.top(), right - left, place.height())
                painter.fillRect(box, QColor(round(red), round(green), round(blue)))


def part_colours(theme: Theme) -> list[QColor]:
    """The colour of each part; none is that of a class."""
    return [QColor(theme.quiet), QColor(theme.accent), QColor(theme.shades[3])]


def _crossed(rows: np.ndarray, columns: np.ndarray, width: int, height: int = 0) -> np.ndarray:
    """(m, width) how many have each pair of codes; m is as many as there are in `rows`, or `height`."""
    m = max(height, int(rows.max(initial=-1)) + 1)
    pairs = rows.astype(np.intp) * width + columns
    return np.bincount(pairs, minlength=m * width).reshape(m, width).astype(float)
