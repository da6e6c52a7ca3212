"""A picture that stands still is painted once afterwards, if there is something new."""

from __future__ import annotations

import pyqtgraph as pg
import pytest
from PySide6.QtWidgets import QApplication

from gui.canvas.surfaces.still import Still
from tests.painting import Paints


@pytest.fixture
def plot(qtbot) -> pg.PlotWidget:
    """A plot with a line, painted and at rest."""
    made = pg.PlotWidget()
    qtbot.addWidget(made)
    made.plot([0, 1], [0, 1])
    made.show()
    qtbot.waitExposed(made)
    at_rest()
    return made


def at_rest() -> None:
    """Until nothing is in the queue any more: a plot that is shown takes its range in a few turns."""
    for _ in range(20):
        QApplication.processEvents()


def test_changes_while_frozen_are_painted_once_on_release(plot: pg.PlotWidget):
    still, paints = Still(plot), Paints(plot.viewport())
    still.hold()
    plot.plot([0, 1], [1, 0])
    at_rest()
    assert still.held and paints.count == 0
    still.let_go()
    at_rest()
    assert not still.held and paints.count == 1


def test_one_with_nothing_new_is_not_painted(plot: pg.PlotWidget):
    still, paints = Still(plot), Paints(plot.viewport())
    still.hold()
    at_rest()
    still.let_go()
    at_rest()
    assert paints.count == 0


def test_earlier_changes_are_not_reported_again(plot: pg.PlotWidget):
    still, paints = Still(plot), Paints(plot.viewport())
    for changed in (True, False):
        still.hold()
        if changed:
            plot.plot([0, 1], [1, 0])
        at_rest()
        still.let_go()
        at_rest()
    assert paints.count == 1


def test_afterwards_it_is_painted_as_ever(plot: pg.PlotWidget):
    still, paints = Still(plot), Paints(plot.viewport())
    still.hold()
    still.hold()
    still.let_go()
    still.let_go()
    plot.plot([0, 1], [1, 0])
    at_rest()
    assert paints.count >= 1
