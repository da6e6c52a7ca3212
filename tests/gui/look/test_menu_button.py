"""A button with a menu is lit while the mouse is over it, and not for ever after its menu has closed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from gui.look.menu_button import give_menu


@pytest.mark.parametrize("away", [True, False])
def test_button_is_released_where_the_mouse_went_while_its_menu_was_open(qtbot, monkeypatch, away):
    button = QPushButton("Insert a number")
    qtbot.addWidget(button)
    give_menu(button, menu := QMenu(button))
    menu.addAction("one")
    button.move(300, 300)
    button.show()
    there = button.mapToGlobal(button.rect().center())
    monkeypatch.setattr(QCursor, "pos", lambda: there + QPoint(0, 500 if away else 0))
    QApplication.sendEvent(button, QEvent(QEvent.Type.Enter))
    assert button.underMouse()
    menu.popup(there)
    menu.hide()
    for _ in range(5):
        QApplication.processEvents()
    assert button.underMouse() is not away
