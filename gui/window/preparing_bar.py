"""A strip over the picture while the table is being prepared for long: how far that is, and a button to give it up."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from engine.base.words import counted
from gui.session.fitting import Fitting

SOON = 500
"""Milliseconds for which nothing is said: most of it is there by then."""


class PreparingBar(QWidget):
    """Hidden while nothing is prepared, or not for long yet. Until it is done the picture is the one before."""

    def __init__(self, fitting: Fitting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fitting = fitting
        self.setProperty("look", "strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words, self.bar = QLabel(self), QProgressBar(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Steps of the preparation that are done")
        self.leave = QPushButton("Cancel", self)
        self.leave.setToolTip("Leave the table as it is shown")
        self.leave.clicked.connect(fitting.give_up)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 8, 6)
        layout.setSpacing(16)
        layout.addWidget(self.words, 2)
        layout.addWidget(self.bar, 1)
        layout.addWidget(self.leave)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._come)
        fitting.changed.connect(self._changed)
        self.hide()

    def _changed(self) -> None:
        if not self.fitting.busy:
            self._soon.stop()
            self.hide()
        elif self.isVisible():
            self._tell()
        elif not self._soon.isActive():
            self._soon.start(SOON)

    def _come(self) -> None:
        self._tell()
        self.show()

    def _tell(self) -> None:
        """How many steps are done, and what is done now."""
        fitting = self.fitting
        if fitting.request is None:
            return
        entries, rows = fitting.request.preparation.entries, counted(fitting.request.table.n, "row")
        step = entries[min(fitting.done, len(entries) - 1)].step.NAME
        self.words.setText(f"Preparing {rows}: {step}. Until then the table before is shown.")
        self.bar.setRange(0, len(entries) if len(entries) > 1 else 0)  # the progress within one step is unknown
        self.bar.setValue(fitting.done)
