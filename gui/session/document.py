"""The document: the file that a session stands in, the notes on it, and what of it has not been saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gui.session.commands import History
from gui.session.work import Work


class Document(QObject):
    """Path, notes and unsaved work of a session. Whoever changes what it is made of has it weighed.

    history  the undo list: it says whether the points are as they were saved
    work     what a person has done beside the points and the notes, as it is now
    """

    notes_changed = Signal()
    dirty_changed = Signal(bool)

    def __init__(self, history: History, work: Callable[[], Work], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.notes = ""
        self.may_leave: Callable[[], bool] = lambda: True
        """Asked before other data take the place of these; the window puts its question here."""
        self._history, self._work = history, work
        self._saved: Work | None = work()
        self._saved_notes: str | None = ""
        self._was_dirty = False
        self.notes_changed.connect(self.weigh)

    @property
    def unsaved(self) -> tuple[str, ...]:
        """What has not been saved, in words: the points, the runs, the view, the notes."""
        points = ("the points",) if self._history.has_edits else ()
        notes = ("the notes",) if self.notes != self._saved_notes else ()
        return (*points, *self._work().differing(self._saved), *notes)

    @property
    def dirty(self) -> bool:
        """Whether there is anything that has not been saved: the star in the title."""
        return bool(self.unsaved)

    @property
    def dirty_without_runs(self) -> bool:
        """Whether other data would take unsaved work away: the runs go on with them, but not those of a file."""
        placed = any(start is not None for start in self._work().starts)
        unsaved = set(self.unsaved)
        return bool(unsaved & {"the points", "the notes"} or (unsaved and (placed or self.path is not None)))

    def set_notes(self, text: str) -> None:
        """The notes to be kept with the session."""
        if text != self.notes:
            self.notes = text
            self.notes_changed.emit()

    def begin(self, notes: str = "") -> None:
        """Other data are open, from no file so far; notes that go on with them count as unsaved."""
        self.path, self.notes = None, notes
        self._saved, self._saved_notes = self._work(), ""
        self.notes_changed.emit()

    def saved(self, path: Path | None) -> None:
        """All there is has been written to this file, or is as it was opened."""
        self.path, self._saved, self._saved_notes = path, self._work(), self.notes
        self._history.setClean()
        self.weigh()

    def never_saved(self) -> None:
        """What is open stands in no file of the person's as it is: it was brought back."""
        self._saved = self._saved_notes = None
        self.weigh()

    def weigh(self) -> None:
        """See whether anything is unsaved now, after something of it has changed."""
        if (dirty := self.dirty) != self._was_dirty:
            self._was_dirty = dirty
            self.dirty_changed.emit(dirty)
