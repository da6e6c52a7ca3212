"""Lets the widget with the focus keep the keys it needs, before the shortcuts of the window take them.

Arrows in a table move in the table and Space on a button presses it; everywhere else they step and play the run. Text
fields need no help: Qt asks them first.
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
    QTabBar,
    QTextEdit,
    QWidget,
)

Key = Qt.Key
ARROWS = frozenset({Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down})
JUMPS = frozenset({Key.Key_Home, Key.Key_End})
SPACE = frozenset({Key.Key_Space})
TYPING = frozenset(Key(code) for code in range(Key.Key_Space, Key.Key_AsciiTilde + 1)) | {Key.Key_Backspace}

NEEDS: tuple[tuple[type[QWidget], frozenset[Key]], ...] = (
    (QAbstractItemView, ARROWS | JUMPS | TYPING | {Key.Key_Delete}),
    (QComboBox, ARROWS | JUMPS | TYPING),
    (QAbstractSpinBox, ARROWS | JUMPS | TYPING),
    (QTextEdit, ARROWS | JUMPS),
    (QAbstractSlider, ARROWS | JUMPS),
    (QTabBar, ARROWS),
    (QAbstractButton, SPACE),
)
"""Which keys a kind of widget needs for itself."""

PLAIN = Qt.KeyboardModifier.NoModifier | Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier


class KeyGuard(QObject):
    """Watches the one widget that has the focus."""

    def __init__(self, app: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        app.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None:
            old.removeEventFilter(self)
        if new is not None:
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and keeps(watched, event):
            event.accept()
            return True
        return False


def keeps(widget: QObject, event: QKeyEvent) -> bool:
    """Whether this widget needs this key for itself."""
    if event.modifiers() & ~PLAIN:
        return False
    return any(isinstance(widget, kind) and event.key() in keys for kind, keys in NEEDS)
