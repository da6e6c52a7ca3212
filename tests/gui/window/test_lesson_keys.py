"""The two keys of a remote control for slides go through the stops of a lesson, whatever was clicked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from gui.start.shot import settle
from gui.widgets.forms.form import ParameterForm
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import LEFT, NONE, Key, at, port

STEPS = (0, 2, 3, 5, "end")


@pytest.fixture
def lesson(window: MainWindow, tmp_path: Path) -> MainWindow:
    """A lesson of five stops, opened from its file."""
    path = tmp_path / "five.json"
    stops = [{"step": step, "words": f"Stop {number}."} for number, step in enumerate(STEPS, 1)]
    path.write_text(
        json.dumps(
            {
                "format": "learnscope-lesson", "version": 1, "title": "Five", "summary": "Five stops.",
                "data": {"bundled": "iris"}, "lanes": [{"algorithm": "kmeans", "params": {"k": 3}, "seed": 1}],
                "stops": stops,
            }
        )
    )  # fmt: skip
    window.desk.open(path)
    settle(window)
    QTest.qWait(40)
    return window


def press(window: MainWindow, key: Key) -> None:
    QTest.keyClick(window.windowHandle(), key)
    settle(window)
    QTest.qWait(40)


def mouse(window: MainWindow, widget) -> None:
    QTest.mouseClick(window.windowHandle(), LEFT, NONE, widget.mapTo(window, widget.rect().center()))
    settle(window)


def nothing(window: MainWindow) -> None:
    """The lesson has only been opened."""


def a_slider(window: MainWindow) -> None:
    mouse(window, window.findChild(ParameterForm).fields["k"].slider)


def a_list(window: MainWindow) -> None:
    mouse(window, window.timeline.speed)
    press(window, Key.Key_Return)
    QTest.qWait(80)


def a_table(window: MainWindow) -> None:
    window.tabs.show_panel("table")
    mouse(window, window.tabs.dock("table").view.viewport())


def the_next_button(window: MainWindow) -> None:
    mouse(window, window.lesson_bar.next)
    mouse(window, window.lesson_bar.back)


def the_picture(window: MainWindow) -> None:
    QTest.mouseClick(window.windowHandle(), LEFT, NONE, port(window).mapTo(window, at(window, 5.0, 1.0)))


@pytest.mark.full
@pytest.mark.parametrize("use", [nothing, a_slider, a_list, a_table, the_next_button, the_picture])
def test_five_stops_are_stepped_with_two_keys(lesson: MainWindow, use) -> None:
    use(lesson)
    player, last = lesson.lessons, lesson.session.lane.known - 1
    steps = [last if step == "end" else step for step in STEPS]
    for place in (1, 2, 3, 4):
        press(lesson, Key.Key_PageDown)
        assert player.place == place and player.words == f"Stop {place + 1}."
        assert lesson.session.lane.index == min(steps[place], lesson.session.lane.known - 1)
    press(lesson, Key.Key_PageDown)
    assert player.place == 4, "after the last stop the key does nothing"
    for place in (3, 2, 1, 0):
        press(lesson, Key.Key_PageUp)
        assert player.place == place and lesson.session.lane.index == steps[place]
    press(lesson, Key.Key_PageUp)
    assert player.place == 0
