"""The lesson under way, in a slim bar over the picture: its words, which of how many stops, and the way on and back."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from gui.lessons.placeholders import QUOTED
from gui.lessons.player import LessonPlayer
from gui.look.appearance import Appearance
from gui.look.plain import plain

SIGN = re.compile(r" ([=<>≤≥~+−·/]) ")
"""What stands between two parts of a formula, which a line must not break there."""
USUAL = "0.0000"
"""As wide as most numbers are."""
LAID_OUT = 240
"""A label that is narrower than this has not been given its place yet."""


class Words(QLabel):
    """A label that tells of its width, once the layout has found it."""

    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class LessonBar(QWidget):
    """Hidden while there is no lesson."""

    def __init__(self, player: LessonPlayer, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player, self.appearance = player, appearance
        self.setProperty("look", "lesson")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title, self.words = QLabel(self), Words(self)
        self.title.setProperty("look", "heading")
        self.words.setProperty("look", "say")
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for label in (self.title, self.words):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.back = self._button("Back", lambda: self.player.step(-1))
        self.next = self._button("Next", self._go_on)
        self.next.setProperty("look", "primary")
        self.again = self._tool("restart", "Show this stop again as the lesson has it", self.player.again)
        self.close_button = self._tool("close", "Leave the lesson; points and run stay as they are", self.player.leave)
        self.words.resized.connect(self._keep_height)
        self._lay_out()
        self.player.changed.connect(self.refresh)
        appearance.changed.connect(self._dress)
        self._dress()

    def _button(self, text: str, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.clicked.connect(do)
        return button

    def _tool(self, icon: str, tip: str, do: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(plain(tip))
        button.setAccessibleName(tip)
        button.setProperty("icon_name", icon)
        button.clicked.connect(do)
        return button

    def _lay_out(self) -> None:
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(self.title)
        text.addWidget(self.words)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 8, 8)
        layout.setSpacing(8)
        layout.addLayout(text, 1)
        for widget in (self.again, self.back, self.next, self.close_button):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        layout.setSpacing(6)

    def _go_on(self) -> None:
        """To the next stop; after the last one the lesson is over."""
        self.player.leave() if self.player.place == self.player.last else self.player.step(1)

    def refresh(self) -> None:
        """Show the stop in view."""
        player = self.player
        lesson = player.lesson
        if lesson is not None:
            count = player.last + 1
            self.title.setText(f"{lesson.title}  ·  {player.place + 1} of {count}")
            self.title.setToolTip(plain(lesson.summary))
            self.words.setText(unbroken(player.words))
            self.back.setEnabled(player.place > 0)
            self.back.setToolTip("To the stop before  (PgUp)" if player.place else "This is the first stop")
            last = player.place == player.last
            self.next.setText("Finish" if last else "Next")
            self.next.setToolTip("Leave the lesson" if last else "To the next stop  (PgDown)")
        self.setVisible(lesson is not None)
        self._keep_height()

    def _keep_height(self) -> None:
        """As high as the longest words of the lesson need, so that the picture does not jump from stop to stop.

        The numbers to come are unknown: each is assumed to be of usual length, and those in view as they are.
        """
        lesson, width = self.player.lesson, self.words.width()
        if lesson is not None and width >= LAID_OUT:
            told = [self.player.words, *(QUOTED.sub(USUAL, scene.words) for scene in lesson.scenes)]
            self.words.setFixedHeight(max(self.height_of(words, width) for words in told))

    def height_of(self, words: str, width: int) -> int:
        """How high words are when they are broken into lines of this width."""
        box = self.words.fontMetrics().boundingRect(0, 0, width, 10_000, int(Qt.TextFlag.TextWordWrap), unbroken(words))
        return box.height() + 2

    def lines(self, words: str) -> int:
        """How many lines words take here."""
        return round(self.height_of(words, self.words.width()) / self.words.fontMetrics().lineSpacing())

    def _dress(self) -> None:
        self.words.setFont(self.appearance.font("title", weight=500))
        for button in (self.again, self.close_button):
            button.setIcon(self.appearance.icon(button.property("icon_name")))
            button.setIconSize(self.appearance.icon_size() * 0.8)
        self.refresh()


def unbroken(words: str) -> str:
    """Words in which no line breaks beside a sign: δ* = 0.243 stays together."""
    return SIGN.sub("\u00a0\\1\u00a0", words)
