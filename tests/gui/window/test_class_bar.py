"""The buttons of the classes, and what adding one says."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from gui.start.shot import settle
from gui.window.class_bar import ClassBar
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import LEFT


def plus(window: MainWindow) -> QToolButton:
    return window.findChild(ClassBar)._more


def test_adding_a_class_to_unlabelled_points_labels_the_others_and_says_so(window: MainWindow) -> None:
    window.session.open_bundled("old_faithful")
    settle(window)
    before, said = window.session.table.data, []
    assert before.y is None
    window.session.said.connect(said.append)
    QTest.mouseClick(plus(window), LEFT)
    data = window.session.table.data
    assert data.class_names == ("A", "B") and (data.y == 0).all() and window.session.view.brush == 1
    words = "All points so far are now of the class A: blue circle. New points are of the class B: orange square."
    assert said[-1] == words
    window.session.table.undo.undo()
    assert window.session.table.data == before


def test_adding_a_further_class_shows_only_its_message(window: MainWindow) -> None:
    said: list[str] = []
    window.session.said.connect(said.append)
    QTest.mouseClick(plus(window), LEFT)
    assert said[-1] == "New points are of the class A: red diamond."


def test_moved_point_keeps_the_classes(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    monkeypatch.setattr(ClassBar, "_icon", lambda self, code: made.append(code) or QIcon())
    window.session.points.move([0], window.session.table.data.X[[0]] + 1.0)
    assert not made
    window.session.points.add_class("another")
    assert made, "another class is drawn"
