"""How one of a few options is chosen: side by side, or from a list."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from engine.base.words import minus

LEAST = 6
"""A list is at least so many letters wide."""


class Segments(QWidget):
    """Options side by side, one of them pressed; Tab stops at each, which an exclusive group of Qt would not allow."""

    chosen = Signal(str)

    def __init__(self, options: tuple[str, ...], names: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self.buttons: dict[str, QToolButton] = {}
        for option, name in zip(options, names, strict=True):
            button = QToolButton(self)
            button.setText(minus(name) if name[1:].isdigit() else name.replace(" - ", " − "))
            button.setCheckable(True)
            button.setStyleSheet("padding: 2px 6px;")
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _=False, option=option: self._take(option))
            row.addWidget(button)
            self.buttons[option] = button

    def _take(self, option: str) -> None:
        self.show_option(option)
        self.chosen.emit(option)

    def show_option(self, option: str) -> None:
        for name, button in self.buttons.items():
            button.setChecked(name == option)


class NameList(QComboBox):
    """Names to choose from; the wheel changes it only when it has the focus: else the panel scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # by default the wheel itself would give it the focus

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class FieldList(NameList):
    """A list as wide as its field, whatever the names in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumContentsLength(LEAST)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)


class OptionList(FieldList):
    """Options in a list."""

    chosen = Signal(str)

    def __init__(self, options: tuple[str, ...], names: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.options = options
        self.addItems(names)
        self.activated.connect(lambda place: self.chosen.emit(self.options[place]))

    def show_option(self, option: str) -> None:
        self.setCurrentIndex(self.options.index(option))

    def whole(self) -> int:
        """How wide it must be for its longest option."""
        metrics = self.fontMetrics()
        longest = max(metrics.horizontalAdvance(self.itemText(i)) for i in range(self.count()))
        return self.minimumSizeHint().width() + max(longest - LEAST * metrics.horizontalAdvance("X"), 0)
