"""The offer to bring back what a crash or a kill left: a strip over the window, which can wait."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from engine.base.errors import Refusal
from gui.session.recovery import Left, Recovery
from gui.window.desk import Desk


class Offer(QWidget):
    """Offers one session after the other, the newest first. What is not answered is offered at the next start.

    In presentation it is hidden: a projector of 1280 by 720 has no room for it beside three runs, and it can wait.
    """

    def __init__(self, found: Sequence[Left], desk: Desk, recovery: Recovery, parent: QWidget) -> None:
        super().__init__(parent)
        self.found, self.desk, self.recovery = list(found), desk, recovery
        self._count = len(self.found)
        self.setProperty("look", "lesson")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.back = QPushButton("&Bring back", self)
        self.back.setToolTip("Open the session as it was kept, at most half a minute before the end")
        self.discard = QPushButton("&Discard", self)
        self.discard.setToolTip("Delete what was kept of it")
        self.back.clicked.connect(self._bring_back)
        self.discard.clicked.connect(self._next)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 8, 16, 8)
        line.setSpacing(8)
        line.addWidget(self.words)
        line.addWidget(self.back)
        line.addWidget(self.discard)
        line.addStretch(1)
        desk.appearance.changed.connect(self._suit)
        self._suit()
        self._say()

    def _suit(self) -> None:
        self.setVisible(bool(self.found) and not self.desk.appearance.presentation)

    def _say(self) -> None:
        if not self.found:
            self.hide()
            return self.desk.window.canvas.setFocus()
        place = self._count - len(self.found) + 1
        which = f" ({place} of {self._count})" if self._count > 1 else ""
        words = f"Learnscope was not closed properly: bring back the session of {self.found[0].words}?{which}"
        self.words.setText(words)

    def _bring_back(self) -> None:
        """Put it in the place of what is open; what was kept goes only when it is kept anew."""
        if not self.desk.may_leave():
            return
        try:
            self.found[0].bring_back(self.desk.session)
        except Refusal as refusal:
            self.desk.session.refused.emit("This session cannot be brought back", str(refusal))
            self.found.pop(0).put_off()
            return self._say()
        self.desk.changed.emit()
        if self.recovery.keep_now():
            self._next()
        else:
            self.found.pop(0).put_off()
            self._say()

    def _next(self) -> None:
        self.found.pop(0).discard()
        self._say()
