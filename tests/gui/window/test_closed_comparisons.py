"""Fifty random sequences of runs added, shown otherwise, closed and collected: what is closed is disconnected."""

from __future__ import annotations

import gc
import random

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.start import guard
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import CONTROL, LEFT, NONE, SHIFT, Key

SEQUENCES, LONG = 50, 8
TOOLS = (Key.Key_V, Key.Key_A, Key.Key_P, Key.Key_E, Key.Key_B, Key.Key_Q)


def add(window: MainWindow, chance: random.Random) -> None:
    QTest.keyClick(window, Key.Key_R, CONTROL | SHIFT)


def close(window: MainWindow, chance: random.Random) -> None:
    """By the cross of a picture that can be seen, or by the key."""
    crosses = [panel.close_button for panel in window.canvas.planes.open_panels[1:]]
    if crosses and chance.random() < 0.7:
        QTest.mouseClick(chance.choice(crosses), LEFT)
    else:
        QTest.keyClick(window, Key.Key_W, CONTROL | SHIFT)


def collect(window: MainWindow, chance: random.Random) -> None:
    """What was to be deleted goes, as in a program that waits for the mouse, and so does what nothing refers to."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect(0)


def switch(window: MainWindow, chance: random.Random) -> None:
    key, with_ = chance.choice(((Key.Key_F6, NONE), (Key.Key_F6, SHIFT), (Key.Key_O, NONE), (Key.Key_O, SHIFT)))
    QTest.keyClick(window, key, with_)


def take_tool(window: MainWindow, chance: random.Random) -> None:
    QTest.keyClick(window, chance.choice(TOOLS))


def use(window: MainWindow, chance: random.Random) -> None:
    port = window.canvas.planes.open_panels[-1].view.widget.viewport()
    QTest.mouseClick(port, LEFT, NONE, port.rect().center())


def change_look(window: MainWindow, chance: random.Random) -> None:
    QTest.keyClick(window, Key.Key_D, CONTROL)


WAYS = (add, add, close, close, collect, switch, take_tool, take_tool, use, change_look)


@pytest.mark.full
def test_closed_comparisons_leave_nothing_connected(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    guard.install()
    monkeypatch.setattr(guard, "PAUSE", 0.0)
    for seed in range(SEQUENCES):
        chance = random.Random(seed)
        for way in chance.choices(WAYS, k=LONG):
            way(window, chance)
            QApplication.processEvents()
        while len(window.session.lanes) > 1:
            close(window, chance)
            QApplication.processEvents()
        collect(window, chance)
        take_tool(window, chance)
        assert len(window.canvas.planes.panels) == 1
    settle(window)
