"""The lessons on documents show no empty pane: whatever is open at a stop is drawn there."""

from __future__ import annotations

import pytest

from gui.canvas.panel import Panel
from gui.lessons.lesson import FOLDER, read
from gui.start.shot import settle
from gui.window.main_window import MainWindow

NAMES = [
    "60-why-a-zero-kills",
    "61-bernoulli-counts-what-is-absent",
    "62-stuffing",
    "66-rare-words-find-texts",
]


@pytest.mark.parametrize("name", NAMES)
def test_no_pane_is_open_and_empty(window: MainWindow, name: str) -> None:
    lesson, empty = read(FOLDER / f"{name}.json"), []
    for place in range(len(lesson.scenes)):
        window.lessons.step(1) if place else window.lessons.open(lesson)
        settle(window)
        panels = [one for one in window.canvas.findChildren(Panel) if one.isVisible()]
        empty += [f"stop {place + 1}: {one.name.text()}" for one in panels if not one.blank.isHidden()]
    assert not empty
