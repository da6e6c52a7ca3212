"""Beside several runs at least five lines of parameters are seen, and a line of help is seen whole or not at all."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint

from gui.docks.model import LINES
from gui.start.shot import settle
from gui.widgets.forms.form import HelpLabel
from gui.window.main_window import MainWindow
from tests.gui.canvas.seeing import pixels


@pytest.fixture
def compared(window: MainWindow) -> MainWindow:
    """Three runs in the smallest window that the manual speaks of."""
    window.open_at(1280, 720)
    window.session.choose_algorithm("knn")
    for key in ("svm", "mlp"):
        window.session.add_lane(key)
    window.session.activate_lane(0)
    settle(window)
    return window


@pytest.mark.parametrize("lane", [0, 1, 2])
def test_five_lines_of_parameters_are_visible_beside_three_runs(compared: MainWindow, lane: int) -> None:
    compared.session.activate_lane(lane)
    settle(compared)
    area = compared.model.area
    assert area.isVisible() and area.viewport().height() >= LINES * compared.model.fontMetrics().height()
    assert not compared.model.seed.visibleRegion().isEmpty() and not compared.model.start.visibleRegion().isEmpty()


def test_help_line_is_painted_whole_or_not_at_all(compared: MainWindow) -> None:
    dock, cut, whole = compared.model, 0, 0
    bar = dock.area.verticalScrollBar()
    assert bar.maximum() > 0 and dock.form is not None
    for at in range(0, bar.maximum() + 1, 3):
        bar.setValue(at)
        picture = pixels(dock.area.viewport())
        for label in dock.form.helps.values():
            part = label.visibleRegion().boundingRect()
            if label.isHidden() or part.height() < 5:
                continue
            corner = label.mapTo(dock.area.viewport(), QPoint(0, part.top()))
            seen = picture[corner.y() : corner.y() + part.height(), corner.x() : corner.x() + label.width()]
            assert isinstance(label, HelpLabel) and (np.ptp(seen) > 60) == label.is_whole
            cut, whole = cut + (not label.is_whole), whole + label.is_whole
    assert cut and whole
