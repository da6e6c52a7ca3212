"""Lets the widget with the focus keep the keys it needs, before the shortcuts of the window take them.

Arrows in a table move in the table, and Space presses the button that Tab has led to; everywhere else they step and
play the run. Whoever clicks a button or chooses from a list goes on to play and step: such a widget keeps its keys only
if the focus came to it by keyboard. Text fields need no help: Qt asks them first.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QTableView,
    QTextEdit,
    QWidget,
)

Key = Qt.Key
ARROWS = frozenset({Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down})
JUMPS = frozenset({Key.Key_Home, Key.Key_End})
PAGES = frozenset({Key.Key_PageUp, Key.Key_PageDown})
SPACE = frozenset({Key.Key_Space})
TYPING = frozenset(Key(code) for code in range(Key.Key_Space, Key.Key_AsciiTilde + 1)) | {Key.Key_Backspace}

ALWAYS: tuple[tuple[type[QWidget], frozenset[Key]], ...] = (
    (QTableView, ARROWS | JUMPS | PAGES | TYPING | {Key.Key_Delete}),
    (QAbstractSpinBox, ARROWS | JUMPS | PAGES | TYPING),
    (QTextEdit, ARROWS | JUMPS),
    (QAbstractSlider, ARROWS | JUMPS),
)
"""Which keys a kind of widget needs for itself."""

BY_KEYBOARD: tuple[tuple[type[QWidget], frozenset[Key]], ...] = (
    (QAbstractButton, SPACE),
    (QComboBox, ARROWS | JUMPS | TYPING),
    (QAbstractItemView, ARROWS | JUMPS | PAGES | SPACE),
)
"""And which it needs only when the keyboard has led to it."""

PLAIN = Qt.KeyboardModifier.NoModifier | Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier


class KeyGuard(QObject):
    """Watches the one widget that has the focus."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._by_mouse = False
        app = QApplication.instance()
        assert isinstance(app, QApplication), "a window stands in an application"
        app.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        self._by_mouse = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        if old is not None:
            old.removeEventFilter(self)
        if new is not None:
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        mine = keeps(watched, event, self._by_mouse)
        if mine:
            event.accept()
        return mine


def keeps(widget: QObject, event: QKeyEvent, by_mouse: bool = False) -> bool:
    """Whether this widget needs this key for itself."""
    if event.modifiers() & ~PLAIN:
        return False
    needs = ALWAYS if by_mouse else ALWAYS + BY_KEYBOARD
    return any(isinstance(widget, kind) and event.key() in keys for kind, keys in needs)
