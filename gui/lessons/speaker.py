"""The speaker's window: the notes of the stop in view and the words that come next, on a second screen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from gui.lessons.placeholders import blank
from gui.lessons.player import LessonPlayer
from gui.look.appearance import Appearance


class SpeakerNotes(QWidget):
    """A window of its own, to be put on the laptop while the main one is on the wall."""

    def __init__(self, player: LessonPlayer, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.player, self.appearance = player, appearance
        self.setWindowTitle("Speaker notes · Learnscope")
        self.setProperty("look", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.place, self.now, self.next = QLabel(self), QLabel(self), QLabel(self)
        self.place.setProperty("look", "heading")
        for label, look in ((self.now, "quiet"), (self.next, "quiet")):
            label.setProperty("look", look)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.notes = QPlainTextEdit(self)
        self.notes.setReadOnly(True)
        self.notes.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its keys are those of the main window
        self.notes.setAccessibleName("Notes of this stop")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        for widget in (self.place, self.now, self.notes, self.next):
            column.addWidget(widget)
        self.resize(520, 420)
        player.changed.connect(self.refresh)
        appearance.changed.connect(self._dress)
        self._dress()

    def refresh(self) -> None:
        """What belongs to the stop in view."""
        player = self.player
        lesson, scene = player.lesson, player.scene
        if lesson is None or scene is None:
            self.place.setText("No lesson is open")
            for label in (self.now, self.next):
                label.setText("")
            return self.notes.setPlainText("")
        self.place.setText(f"{lesson.title}  ·  {player.place + 1} of {player.last + 1}")
        self.now.setText(player.words)
        self.notes.setPlainText(scene.notes or "No notes at this stop.")
        coming = blank(lesson.scenes[player.place + 1].words) if player.place < player.last else ""
        self.next.setText(f"Next: {coming}" if coming else "This is the last stop.")

    def _dress(self) -> None:
        self.notes.setFont(self.appearance.font("title"))
        self.refresh()
