"""A table in which each row is one rating: a tick makes a table of ratings of it, with a row for each user."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QWidget

from engine.base.words import short
from engine.data.tables.reading import Preview
from gui.look.plain import plain

LONGEST = 24
"""Letters of the name of a column."""


class RatingsOffer(QWidget):
    """The line above the preview, there only where the rows seem to be ratings.

    decided  whether a table of ratings is made of them
    """

    decided = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words, self.choice = QLabel(self), QCheckBox("Make a table of &ratings", self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.choice.clicked.connect(self.decided)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.words, 1)
        line.addWidget(self.choice)
        self.hide()

    def show_preview(self, found: Preview) -> None:
        """Offer it, with the columns that are meant."""
        self.setVisible(found.ratings is not None)
        self.choice.setChecked(found.options.ratings is not None)
        if found.ratings is not None:
            who, what, rating = (short(name, LONGEST) for name in found.ratings)
            self.words.setText(
                f"Each row seems to be one rating: column {rating}, given by column {who} to column {what}."
            )
            tip = f"A row for each {who}, a column for each {what}, and a gap for what is not rated."
            self.choice.setToolTip(plain(tip))
