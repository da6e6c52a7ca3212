"""Splitters whose borders can be moved by keys as well: a key leads to a border, the arrows move it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

Key = Qt.Key
FINE, COARSE = 12, 60
"""Pixels that a border moves at a press of an arrow, and with Shift."""
ALONG = {
    Qt.Orientation.Horizontal: {Key.Key_Left: -1, Key.Key_Right: 1},
    Qt.Orientation.Vertical: {Key.Key_Up: -1, Key.Key_Down: 1},
}


class Border(QSplitterHandle):
    """A border between two parts. It is shown in the accent colour while the keys move it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = ALONG[self.orientation()].get(Key(event.key()))
        if way is None:
            return super().keyPressEvent(event)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        place = self.x() if self.orientation() == Qt.Orientation.Horizontal else self.y()
        self.moveSplitter(self.closestLegalPosition(place + way * (COARSE if shift else FINE)))
        return None

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.fillRect(self.rect(), self.palette().highlight())
            painter.end()


class Splitter(QSplitter):
    """Shares out its room between its parts, by mouse and by keys. `name` says for a screen reader what its borders
    divide."""

    def __init__(self, direction: Qt.Orientation, name: str, parent: QWidget | None = None) -> None:
        self._divides = name
        super().__init__(direction, parent)

    def createHandle(self) -> QSplitterHandle:
        border = Border(self.orientation(), self)
        border.setAccessibleName(f"Border {self._divides}")
        return border
