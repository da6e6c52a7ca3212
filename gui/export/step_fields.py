"""The fields that say which steps of a run an animation shows."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QWidget


class StepFields(QWidget):
    """From a step to a step, each or every n-th; no choice is empty, for one end moves in front of the other.

    known  so many steps there are to choose from
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.known = 0
        self.first, self.last, self.every = QSpinBox(), QSpinBox(), QSpinBox(minimum=1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        named = ((self.first, "from", "First step"), (self.last, "to", "Last step"), (self.every, "every", "Stride"))
        for field, words, name in named:
            field.setAccessibleName(name)
            field.setGroupSeparatorShown(True)
            label = QLabel(words)
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field, 1)
        self.first.valueChanged.connect(lambda value: self.last.setMinimum(value))
        self.last.valueChanged.connect(lambda value: self.first.setMaximum(value))
        for field in (self.first, self.last, self.every):
            field.valueChanged.connect(self.changed)

    def fit(self, known: int) -> None:
        """Offer the steps of another run, or more of the same; what stood at the end stays there."""
        if known == self.known:
            return
        at_end, most = self.end is None, max(known - 1, 0)
        self.known = known
        self.setEnabled(known > 0)
        self.last.setMaximum(most)
        self.every.setMaximum(max(most, 1))
        if at_end:
            self.last.setValue(most)

    @property
    def end(self) -> int | None:
        """The last step that is shown; None for the end of the run."""
        return None if self.last.value() == max(self.known - 1, 0) else self.last.value()
