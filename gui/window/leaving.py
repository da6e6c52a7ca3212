"""The question before unsaved work goes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMessageBox, QWidget

from engine.base.words import joined
from gui.session.document import Document

Button = QMessageBox.StandardButton


class Leaving:
    """Asks whether what is open may go, when some of it would be lost.

    before_risk   done before each question: the autosave, where there is one
    """

    def __init__(self, document: Document, front: QWidget, save: Callable[[], bool]) -> None:
        self.document, self.front, self.save = document, front, save
        self.before_risk: Callable[[], object] = lambda: None
        document.may_leave = self.may_change_data

    def may_leave(self) -> bool:
        """Whether all that is open may go: nothing is unsaved, or it has been saved, or may be lost."""
        self.before_risk()
        return not self.document.dirty or self._ask()

    def may_change_data(self) -> bool:
        """Whether other data may take the place of these: the runs go on with them."""
        self.before_risk()
        return not self.document.dirty_without_runs or self._ask()

    def _ask(self) -> bool:
        words = "This session has changes that are not saved."
        question = QMessageBox(QMessageBox.Icon.NoIcon, "Learnscope", words, parent=self.front)
        question.setInformativeText(f"Changed: {joined(self.document.unsaved)}. Save the session before it goes?")
        question.setStandardButtons(Button.Save | Button.Discard | Button.Cancel)
        question.setDefaultButton(Button.Save)
        answer = question.exec()
        question.deleteLater()
        return self.save() if answer == Button.Save else answer == Button.Discard
