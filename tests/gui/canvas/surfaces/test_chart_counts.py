"""The axes of charts of counts have whole numbers alone."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.marks import Bars, Curve
from engine.core.surfaces import Surface
from gui.canvas.surfaces.chart_view import ChartView
from tests.gui.canvas.hand_made import show

CHART = Surface("chart", "Votes", "class", "votes")


def ticks(view: ChartView, side: str) -> np.ndarray:
    """The numbers at the ticks of an axis that is drawn 500 pixels long."""
    axis = view.plot.getAxis(side)
    low, high = view.box.viewRange()[side == "left"]
    return np.array(axis.tickValues(low, high, 500.0)[0][1])


def curve(*places: tuple[float, float]) -> Curve:
    return Curve(np.array(places), surface=CHART)


def test_votes_are_counted_in_ones(chart):
    view = chart(CHART)
    show(view, Bars(np.array([1.0, 2.0]), ("A", "B"), surface=CHART))
    assert ticks(view, "left").tolist() == [0, 1, 2]
    show(view, Bars(np.array([0.4, 1.6]), ("A", "B"), surface=CHART))
    assert 0.5 in ticks(view, "left"), "these are no counts"


def test_leaf_axis_has_integer_ticks_and_error_axis_does_not(chart):
    view = chart(CHART)
    show(view, curve((7.0, 0.1), (8.0, 0.25)))
    assert ticks(view, "bottom").tolist() == [7, 8] and len(ticks(view, "left")) > 2
    show(view, curve((7.0, 0.1), (7.5, 0.2), (8.0, 0.25)))
    assert 7.4 in ticks(view, "bottom").round(6)


@pytest.mark.parametrize("widest", [5.0, 19.0, 300.0])
def test_integer_ticks_on_any_range(chart, widest):
    view = chart(CHART)
    show(view, curve((0.0, 0.0), (widest, widest)))
    assert len(ticks(view, "bottom")) > 2 and (ticks(view, "bottom") % 1 == 0).all()


def test_axis_zoomed_between_integers_still_has_ticks(chart):
    view = chart(CHART)
    show(view, curve((1.0, 0.0), (3.0, 2.0)))
    view.box.setRange(xRange=(1.2, 1.8), padding=0)
    assert len(ticks(view, "bottom")) > 1
