"""Return presses the button that has the focus, in every window, as Space does; a button that waits gives it away."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget
from shiboken6 import isValid

ENTERS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
BARE = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
PRESSED = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease})


class ReturnPresses(QObject):
    """Sends Space to the button with the focus when Return is pressed on it.

    Qt gives Return to the default button of a dialogue, whichever button has the focus, and to none in a window. Only
    the button with the focus is watched: a filter on the application would run Python for every event.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._watched: QWidget | None = None
        app = QApplication.instance()
        assert isinstance(app, QApplication), "a window stands in an application"
        app.focusChanged.connect(self._follow)

    def _follow(self, _: QWidget | None, new: QWidget | None) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = new if isinstance(new, (QPushButton, QToolButton)) else None
        if self._watched is not None:
            self._watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind not in PRESSED or not isinstance(event, QKeyEvent):
            return False
        if event.key() not in ENTERS or event.modifiers() not in BARE:
            return False
        space = QKeyEvent(kind, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ", event.isAutoRepeat())
        QApplication.sendEvent(watched, space)
        return True


def wait_with(button: QPushButton) -> None:
    """Disable a button of a dialogue for now. Its focus goes to no other button: Return must not press Cancel."""
    dialog = button.window()
    if dialog.focusWidget() is button:
        dialog.setFocus()
    button.setEnabled(False)


def go_on_with(button: QPushButton) -> None:
    """Enable it again; it takes the focus back if the focus has not moved elsewhere meanwhile."""
    dialog = button.window()
    button.setEnabled(True)
    if dialog.focusWidget() in (None, dialog):
        button.setFocus()
