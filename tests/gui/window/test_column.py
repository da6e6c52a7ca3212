"""The right column: what a step says stands unscrolled, and the columns keep their height whatever else opens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from engine.data.bundled import bundled, load
from engine.data.toys import generate
from gui.start.shot import settle
from gui.window.main_window import MainWindow

USED = (
    ("perceptron", "margin"),
    ("logistic_gradient", "moons"),
    ("kmeans", "iris"),
    ("pca", "iris"),
    ("fisher", "iris"),
    ("nearest_mean", "iris"),
    ("id3", "play_tennis"),
)
"""The most used algorithms, each on a table that shows it."""


def opened(window: MainWindow, key: str, name: str) -> None:
    window.session.open_data(load(name) if name in bundled() else generate(name, 0))
    window.session.choose_algorithm(key)
    settle(window)


def below(widget: QWidget, area: QWidget) -> int:
    """By how many pixels a widget, or the end of it, is out of sight in what scrolls."""
    if widget.isHidden() or not widget.isVisible():
        return 0
    port = area.viewport()
    box = QRect(widget.mapTo(port, QPoint(0, 0)), widget.size())
    return max(box.bottom() - port.height() + 1, 0 - box.top(), 0)


@pytest.mark.parametrize(("key", "name"), USED)
def test_sentence_formula_worked_line_and_all_numbers_stand_unscrolled(window: MainWindow, key: str, name: str):
    window.open_at(1440, 900)
    opened(window, key, name)
    why, hidden = window.docks["why"], {}
    window.session.go_to_end()
    settle(window)
    last = window.session.lane.known
    for step in sorted({*range(min(last, 24)), last - 1}):
        window.session.go_to(step)
        settle(window)
        QApplication.processEvents()
        for part in (why.sentence, why.rule.formula, why.rule.worked, why.numbers):
            if out := below(part, why.area):
                hidden[(step, type(part).__name__)] = out
    assert not hidden


@pytest.mark.parametrize(("key", "name"), USED)
def test_the_parameters_stand_unscrolled_at_1440_by_900(window: MainWindow, key: str, name: str):
    window.open_at(1440, 900)
    opened(window, key, name)
    for _ in range(3):
        QApplication.processEvents()
    model = window.docks["model"]
    assert not model.area.verticalScrollBar().isVisible()
