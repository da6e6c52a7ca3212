"""The buttons that choose the class of new points: colour, shape and number, and one more to add a class."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.shapes import class_icon
from gui.session.session import Session
from gui.window.desk import Desk

MOST = 10
"""No more buttons than this; further classes are chosen in the panel Data."""


class ClassBar(QWidget):
    """One button for each class of the data."""

    def __init__(self, session: Session, appearance: Appearance, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.appearance, self.desk = session, appearance, desk
        self.buttons: list[QToolButton] = []
        self._group = QButtonGroup(self)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        self._more = QToolButton(self)
        self._more.clicked.connect(desk.add_class)
        self._layout.addWidget(self._more)
        self._names: tuple[str, ...] | None = None
        session.data_changed.connect(self.refresh)
        session.tool_changed.connect(self._mark)
        appearance.changed.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """Theme or text size is another."""
        self._names = None
        self._more.setIcon(self.appearance.icon("plus"))
        self._more.setIconSize(self.appearance.icon_size())
        self.refresh()

    def refresh(self) -> None:
        """As many buttons as the data has classes."""
        names = self.session.data.class_names[:MOST]
        if names != self._names:
            self._names = names
            for button in self.buttons:
                self._group.removeButton(button)
                self._layout.removeWidget(button)
                button.deleteLater()
            self.buttons = [self._button(code, name) for code, name in enumerate(names)]
        real = self.session.data.target == "real"
        self._more.setEnabled(not real)
        self._more.setToolTip("The target is a number, so there are no classes to add" if real else "Add a class  (+)")
        self._mark()

    def _button(self, code: int, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        side = self.appearance.icon_size().width()
        button.setIcon(QIcon(class_icon(self.appearance.theme, code, 0.72 * side, 2.0)))
        button.setIconSize(QSize(side, side))
        key = f"  ({code + 1})" if code < 9 else ""
        words = f"New points are of the class {name}: {self.appearance.theme.class_word(code)}{key}"
        button.setToolTip(plain(words))
        button.setAccessibleName(name)
        button.clicked.connect(lambda: self.desk.choose_class(code))
        self._group.addButton(button)
        self._layout.insertWidget(code, button)
        return button

    def _mark(self) -> None:
        if self.session.brush < len(self.buttons):
            self.buttons[self.session.brush].setChecked(True)
