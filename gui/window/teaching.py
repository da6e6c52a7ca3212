"""What the menu Lessons asks for beyond playing one: making and changing them, the notes, the folder they are in."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QInputDialog, QWidget

from gui.lessons.library import own_folder
from gui.lessons.maker import LessonMaker
from gui.lessons.player import LessonPlayer
from gui.lessons.speaker import SpeakerNotes
from gui.look.appearance import Appearance

LONGEST_TITLE = 80


class Teaching(QObject):
    """The lesson that is open came from `path`; the speaker's window is made when it is first asked for.

    `window_made` says so: all keys do there what they do in the window itself.
    """

    window_made = Signal(QWidget)

    def __init__(self, player: LessonPlayer, maker: LessonMaker, appearance: Appearance, front: QWidget) -> None:
        super().__init__(front)
        self.player, self.maker, self.appearance, self.front = player, maker, appearance, front
        self.path = Path()
        self.speaker: SpeakerNotes | None = None

    def make(self) -> None:
        """Begin a lesson of one's own; its title names the file."""
        title, accepted = QInputDialog.getText(self.front, "Make a lesson", "What is the lesson called?")
        if accepted and title.strip():
            self.player.end()
            self.maker.begin(title.strip()[:LONGEST_TITLE])

    def change(self) -> None:
        """Change the lesson that is open: a person's own in its file, any other as a copy."""
        if self.player.lesson is not None:
            self.maker.change(self.player.lesson, self.path)

    def step(self, by: int) -> None:
        """Go some stops on or back, in the lesson that is open or in the one that is being made."""
        self._told.step(by)

    def no_stop(self, by: int) -> str:
        """Why there is no stop so far on or back, or ""."""
        return self._told.no_stop(by)

    @property
    def _told(self) -> LessonPlayer | LessonMaker:
        """Whose stops are in view: while a lesson is tried, those of the player."""
        making = self.player.lesson is None and self.maker.lesson is not None
        return self.maker if making else self.player

    def show_folder(self) -> None:
        """Open the folder that the own lessons are in, in the file manager."""
        folder = own_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self.player.session.said.emit(f"Lessons and their tables in {folder} stand in the menu Lessons.")
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    @property
    def speaking(self) -> bool:
        """Whether the speaker's notes are shown."""
        return self.speaker is not None and self.speaker.isVisible()

    def toggle_notes(self) -> None:
        """The notes of the stop in view, in a window of their own, where all keys do what they do here."""
        if self.speaker is None:
            self.speaker = SpeakerNotes(self.player, self.appearance, self.front)
            self.window_made.emit(self.speaker)
        self.speaker.setVisible(not self.speaking)
