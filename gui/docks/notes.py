"""Notes about a session; they are saved with it."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from gui.docks.dock import Dock, run_alone
from gui.look.appearance import Appearance
from gui.session.session import Session


class NotesDock(Dock):
    """Plain text beside the run."""

    title = "Notes"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.text = QPlainTextEdit(self)
        self.text.setPlaceholderText("What you want to remember of this session. It is saved with it.")
        self.text.setAccessibleName("Notes")
        self.text.setTabChangesFocus(True)
        self.content.addWidget(self.text)
        self.text.textChanged.connect(lambda: session.document.set_notes(self.text.toPlainText()))
        session.document.notes_changed.connect(self.touch)
        self.restyle()

    def refresh(self) -> None:
        if self.text.toPlainText() != self.session.document.notes:
            self.text.setPlainText(self.session.document.notes)

    def restyle(self) -> None:
        self.text.setFont(self.appearance.font("body"))
        super().restyle()


if __name__ == "__main__":
    run_alone(NotesDock, width=700, height=240)
