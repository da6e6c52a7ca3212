"""A button that opens a menu, and is not left lit when the menu has closed."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QToolButton


def give_menu(button: QPushButton | QToolButton, menu: QMenu) -> None:
    """Let a button open a menu. Qt tells it nothing of a mouse that has gone elsewhere while that was open."""
    button.setMenu(menu)
    look = partial(_look_again, button)
    menu.aboutToHide.connect(lambda: QTimer.singleShot(0, button, look))


def _look_again(button: QPushButton | QToolButton) -> None:
    if button.underMouse() and not button.rect().contains(button.mapFromGlobal(QCursor.pos())):
        QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
