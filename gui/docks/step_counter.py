"""How far the run is, as "5 / 12": a click or a key opens a field in its place for the number of a step."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from gui.session.numbers import parsed
from gui.widgets.forms.number_widgets import show_wrong

ROOM = 8
"""The field is so much wider than the counter, for its frame."""


class StepCounter(QLabel):
    """`sought` tells the step that was typed."""

    sought = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = QLineEdit(parent)
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.field.setAccessibleName("Go to step")
        self.field.setToolTip("The number of a step; beyond the end it is the last")
        self.field.hide()
        self.field.textEdited.connect(self._weigh)
        self.field.returnPressed.connect(self._take)
        self.field.editingFinished.connect(self._close)
        self.setToolTip("Click to type the number of a step  (G)")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def ask(self) -> None:
        """Open the field with the step in view, to be typed over."""
        if not self.text():
            return
        self.field.setText(self.text().split(" ")[0].replace(",", ""))
        self._weigh()
        self.field.setFont(self.font())
        self.field.setGeometry(self.geometry().adjusted(-ROOM, -3, ROOM, 3))
        self.field.show()
        self.field.raise_()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _typed(self) -> int | None:
        number = parsed(self.field.text().strip(), whole=True)
        return int(number) if number is not None and number >= 0 and number == int(number) else None

    def _weigh(self) -> None:
        """Invalid text stays in the field to be corrected."""
        wrong = self._typed() is None
        self.field.setProperty("unmet", wrong)
        show_wrong(self.field, wrong)

    def _take(self) -> None:
        step = self._typed()
        if step is not None:
            self._close()
            self.sought.emit(step)

    def _close(self) -> None:
        if not self.field.property("unmet") or not self.field.hasFocus():
            self.field.hide()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Accept the press here: if it reached the window, it would take the focus."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.ask()
