"""A target that was not named: says which column was taken for it, and one click makes it a feature."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from engine.base.words import short
from engine.data.tables.reading import Preview


class GuessedTarget(QWidget):
    """The line above the preview, there only for a numeric column that was guessed: classes are told by their names.

    declined  that column is a feature like the others
    """

    declined = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words, self.decline = QLabel(self), QPushButton(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.decline.setAutoDefault(False)
        self.decline.clicked.connect(self.declined)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.words, 1)
        line.addWidget(self.decline)
        self.hide()

    def show_preview(self, found: Preview) -> None:
        """Say which column was taken, unless a person has said what the columns are for."""
        numeric = (one for one in found.columns if one.role == "target" and one.kind == "numeric")
        guessed = None if found.options.target or found.options.roles else next(numeric, None)
        self.setVisible(guessed is not None)
        if guessed is not None:
            name = short(guessed.name, 30)
            self.words.setText(
                f"Column {name} is taken as the target, by its name: the number that is to be predicted."
            )
            self.decline.setText(f"Take {name.replace('&', '&&')} as a feature too")
