"""Asking for the order of levels: a list in which each can be moved, by mouse or by keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.base.words import short


class LevelOrder(QDialog):
    """`exec()` it, then ask for `levels()`."""

    def __init__(self, name: str, levels: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Order of the levels")
        self.resize(320, 360)
        hint = QLabel(f"{short(name)}: the lowest first. Drag a level, or move the chosen one.", self)
        hint.setTextFormat(Qt.TextFormat.PlainText)
        hint.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Levels in order")
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.addItems(list(levels))
        self.list.setCurrentRow(0)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        line = QHBoxLayout()
        for words, by in (("&Earlier", -1), ("&Later", 1)):
            button = QPushButton(words, self)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, by=by: self._move(by))
            line.addWidget(button)
        whole = QVBoxLayout(self)
        whole.addWidget(hint)
        whole.addWidget(self.list, 1)
        whole.addLayout(line)
        whole.addWidget(self.buttons)

    def _move(self, by: int) -> None:
        place = self.list.currentRow()
        if 0 <= place + by < self.list.count():
            self.list.insertItem(place + by, self.list.takeItem(place))
            self.list.setCurrentRow(place + by)

    def levels(self) -> tuple[str, ...]:
        """The levels as they stand."""
        return tuple(self.list.item(row).text() for row in range(self.list.count()))
