"""What a person does to compare runs in the real window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from gui.start.shot import settle
from gui.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def press(qtbot, window: MainWindow, key: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.keyClick(QApplication.focusWidget() or window, key, modifiers)
    settle(window)
    window.menus.refresh()


def add(window: MainWindow, key: str) -> None:
    window.session.duplicate_lane()
    window.session.choose_algorithm(key)
    window.session.go_to_end()
    settle(window)
    window.menus.refresh()


def with_means(window: MainWindow) -> MainWindow:
    """The class means at the last step, and the focus on the picture."""
    window.session.choose_algorithm("nearest_mean")
    window.session.set_seed(0)
    window.session.go_to_end()
    settle(window)
    window.canvas.setFocus()
    return window
