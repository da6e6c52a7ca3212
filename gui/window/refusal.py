"""Why the run in view cannot be: once, over the picture, in a quiet colour, with a button for each remedy."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.data.dataset import Dataset
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.remedies import Cure, cures
from gui.session.session import Session
from gui.widgets.section import cleared


class RefusalBar(QWidget):
    """Hidden while the run in view can be. It follows frames and refusals only: an edit does not make it blink."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._shown: object = None
        self.setProperty("look", "lesson")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = QLabel(self)
        self.words.setProperty("look", "quiet")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons: list[QPushButton] = []
        self._line = QHBoxLayout()
        self._line.setSpacing(6)
        self._both = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._both.setContentsMargins(16, 4, 16, 4)
        self._both.setSpacing(6)
        self._both.addWidget(self.words, 1)
        self._both.addLayout(self._line)
        session.frame_changed.connect(self._lane_changed)
        session.lanes_changed.connect(self.refresh)
        self.hide()

    def _lane_changed(self, lane: int) -> None:
        if lane == self.session.active:
            self.refresh()

    def refresh(self) -> None:
        """Say why the run in view is refused, if it is."""
        lane = self.session.lane if self.session.lanes else None
        told = (lane.identity, lane.run, lane.refusal) if lane is not None and lane.refusal else None
        if told != self._shown:
            self._shown = told
            self.words.setText("" if told is None or lane is None else lane.refusal)
            self._offer(cures(self.session, lane, self.ask_classes) if told and lane else [])
            self.setVisible(told is not None)

    def _offer(self, offered: Sequence[Cure]) -> None:
        cleared(self._line)
        self.buttons = [self._button(cure) for cure in offered]
        for button in self.buttons:
            self._line.addWidget(button)
        self._lie()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lie()

    def _lie(self) -> None:
        """Words and buttons in one line where they fit: it hides as little of the picture as can be."""
        words, edges = self.words.fontMetrics().horizontalAdvance(self.words.text()), self._both.contentsMargins()
        whole = words + self._line.sizeHint().width() + 4 * self._both.spacing() + edges.left() + edges.right()
        beside = whole <= self.width()
        way = QBoxLayout.Direction
        self._both.setDirection(way.LeftToRight if beside else way.TopToBottom)
        self._line.setAlignment(Qt.AlignmentFlag.AlignRight if beside else Qt.AlignmentFlag.AlignLeft)

    def _button(self, cure: Cure) -> QPushButton:
        button = QPushButton(cure.words, self)
        button.setToolTip(plain(cure.tip))
        button.clicked.connect(lambda: cure.act())
        return button

    def ask_classes(self, data: Dataset, count: int) -> tuple[int, ...]:
        """Have a person choose so many of the classes that occur; none on second thoughts."""
        dialog = ClassesDialog(data, count, self)
        codes = dialog.codes() if dialog.exec() == QDialog.DialogCode.Accepted else ()
        dialog.deleteLater()
        return codes


class ClassesDialog(QDialog):
    """So many lists of the classes that occur; all of them must be different."""

    def __init__(self, data: Dataset, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keep these classes")
        self.lists = [self._list(data, place) for place in range(count)]
        buttons = QDialogButtonBox.StandardButton
        self.box = QDialogButtonBox(buttons.Ok | buttons.Cancel, self)
        self.box.button(buttons.Ok).setText("Keep")
        self.box.accepted.connect(self.accept)
        self.box.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(QLabel("The points of all other classes are left out. It can be undone.", self))
        for chooser in self.lists:
            column.addWidget(chooser)
        column.addWidget(self.box)

    def _list(self, data: Dataset, place: int) -> QComboBox:
        chooser = QComboBox(self)
        chooser.setAccessibleName(f"Class {place + 1}")
        for code in data.classes_present:
            chooser.addItem(data.class_name(code), code)
        chooser.setCurrentIndex(place)
        chooser.currentIndexChanged.connect(self._weigh)
        return chooser

    def _weigh(self) -> None:
        """The same class twice is not enough."""
        self.box.button(QDialogButtonBox.StandardButton.Ok).setEnabled(len(set(self.codes())) == len(self.lists))

    def codes(self) -> tuple[int, ...]:
        """The classes that are chosen."""
        return tuple(int(chooser.currentData()) for chooser in self.lists)
