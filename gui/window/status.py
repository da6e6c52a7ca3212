"""The line at the foot of the window: what the tool does or what has just been said, and what the data is."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from engine.base.words import counted, spoken
from engine.data.dataset import Dataset
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.session import Session
from gui.session.splitting import learned_words
from gui.window.actions import TOOLS

SHOWN = 7000
"""How many milliseconds a sentence stays."""
MOST_CLASSES = 4


class Elided(QLabel):
    """A line of text that gives way when there is no room, and is whole in its tool tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(plain(text))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = self.contentsRect()
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, int(self.alignment() | Qt.TextFlag.TextSingleLine), words)
        painter.end()


class StatusLine(QWidget):
    """Hint and counts; how a run ended is said below the timeline. `show_tip` shows what the mouse is over."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self.hint, self.counts = Elided(self), Elided(self)
        self.counts.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        for label in (self.hint, self.counts):
            label.setProperty("look", "quiet")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 12, 0)
        layout.setSpacing(24)
        layout.addWidget(self.hint, 1)
        layout.addWidget(self.counts)
        self._said = QTimer(self)
        self._said.setSingleShot(True)
        self._said.timeout.connect(self.refresh_hint)
        self._done = session.table.undo.index()
        self._listen()
        self.refresh()

    def _listen(self) -> None:
        self.session.said.connect(self.say)
        self.session.refused.connect(self._forget)
        self.session.table.undo.indexChanged.connect(self._forget_undone)
        self.session.view.tool_changed.connect(self.refresh_hint)
        self.session.table.data_changed.connect(self.refresh_counts)
        self.session.table.split_changed.connect(self.refresh_counts)

    def refresh(self) -> None:
        self.refresh_hint()
        self.refresh_counts()

    def say(self, words: str) -> None:
        """Show a sentence for a while."""
        self.hint.setText(words)
        self._said.start(SHOWN)

    def _forget_undone(self, done: int) -> None:
        """What was said of a change does not hold any more when the change is taken back."""
        undone, self._done = done < self._done, done
        if undone:
            self._forget()

    def _forget(self, *_: str) -> None:
        """What was said last is out of date: that a file was saved, beside that it was not."""
        if self._said.isActive():
            self._said.stop()
            self.refresh_hint()

    def show_tip(self, words: str) -> None:
        """Show a tip while the mouse is over something; '' when it has left."""
        if words:
            self.hint.setText(words)
        elif not self._said.isActive():
            self.refresh_hint()

    def refresh_hint(self) -> None:
        """What the tool does."""
        tip = next((tool.tip for tool in TOOLS if tool.name == f"tool_{self.session.view.tool}"), "")
        self.hint.setText(tip if tip[-1:] in ("", "?") else f"{tip}.")

    def refresh_counts(self) -> None:
        told = (data_words(self.session.table.data), learned_words(self.session.division().parts))
        self.counts.setText(";  ".join(filter(None, told)))


def data_words(data: Dataset) -> str:
    """How many points of which classes: "150 points: 50 setosa, 50 versicolor, 50 virginica"."""
    words = counted(data.n, "point")
    if data.target != "class" or not data.n:
        return words
    if len(data.classes_present) > MOST_CLASSES:
        return f"{words}, {len(data.classes_present)} classes"
    sizes = [spoken(data.class_names[code], data.class_sizes[1 + code]) for code in data.classes_present]
    if not sizes:
        return f"{words} without a class"
    without = data.class_sizes[0]
    return f"{words}: {', '.join([*sizes, f'{without} without a class'] if without else sizes)}"
