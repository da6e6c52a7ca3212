"""Closed views are disconnected: lesson after lesson, and after comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.session.waiting import until
from tests.gui.window.user_input import CONTROL, LEFT, NONE, SHIFT, Key, click

COMPARING = ("Newton against gradient", "Generative and discriminative")
PLAIN = ("The perceptron's bound, and the margin", "XOR: what no line can do")


def rest(window: MainWindow) -> None:
    """Until everything has arrived, and what was to be deleted is gone, as in a program that waits for the mouse."""
    settle(window)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QApplication.processEvents()


def titled(action: QAction) -> str:
    return action.text().partition("\t")[0]


def choose(window: MainWindow, title: str) -> None:
    """Click a lesson in the menu, where it stands under its subject, with its level behind a tab."""
    menu = next(menu for menu in window.menuWidget().findChildren(QMenu) if menu.title() == "&Lessons")
    menu.popup(window.mapToGlobal(window.rect().center()))
    subject, action = next((a, b) for a in menu.actions() if a.menu() for b in a.menu().actions() if titled(b) == title)
    QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(subject).center())
    menu = subject.menu()
    until(menu.isVisible)
    QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(action).center())
    rest(window)
    assert title in window.lesson_bar.title.text()


@pytest.mark.full
def test_every_lesson_can_follow_every_other(window: MainWindow) -> None:
    lessons, counts = (*COMPARING, *PLAIN), set()
    way = tour(lessons)
    assert set(pairwise(way)) == set(permutations(lessons, 2))
    for title in way:
        choose(window, title)
        counts.add(len(window.canvas.planes.panels))
        QTest.mouseClick(window.lesson_bar.next, LEFT)
        rest(window)
    assert {1, 2} <= counts


def tour(titles: Sequence[str]) -> list[str]:
    """A way on which each of them follows each other once."""
    there_and_back = [
        title for place, one in enumerate(titles) for other in titles[place + 1 :] for title in (one, other)
    ]
    return [*there_and_back, titles[0]]


@pytest.mark.parametrize("leaves", [True, False])
def test_user_comparison_can_be_closed_during_and_after_a_lesson(window: MainWindow, leaves: bool) -> None:
    choose(window, PLAIN[0])
    QTest.mouseClick(window.docks["model"].lanes.add, LEFT)
    rest(window)
    assert len(window.canvas.planes.panels) == 2
    if leaves:
        QTest.mouseClick(window.lesson_bar.close_button, LEFT)
    rest(window)
    QTest.mouseClick(window.canvas.planes.panels[1].close_button, LEFT)
    rest(window)
    assert len(window.canvas.planes.panels) == 1
    for key in (Key.Key_A, Key.Key_B, Key.Key_V):
        QTest.keyClick(window, key)
        rest(window)
    assert window.session.view.tool == "select"
    QTest.keyClick(window, Key.Key_D, CONTROL)
    click(window, 0.0, 0.0)
    rest(window)
    assert window.session.selection.rows == (0,)


def test_closed_view_is_disconnected_before_it_is_deleted(window: MainWindow) -> None:
    QTest.keyClick(window, Key.Key_R, CONTROL | SHIFT)
    rest(window)
    panel = window.canvas.planes.panels[1]
    heard: list[str] = []
    panel.view.overlay.refresh = lambda: heard.append("refresh")
    QTest.keyClick(window, Key.Key_A)
    assert heard
    QTest.mouseClick(panel.close_button, LEFT)
    heard.clear()
    for key in (Key.Key_V, Key.Key_B):
        QTest.keyClick(window, key)
    assert not heard
    rest(window)
