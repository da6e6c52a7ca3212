"""Overlaid runs share one chart as well as one plane: the paths of all of them, on the same axes."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.marks import Curve
from engine.data.toys import generate

NEWTON, GRADIENT = "logistic_newton", "logistic_gradient"


@pytest.fixture
def compared(canvas, settled):
    """Newton's method and gradient descent overlaid, four steps each, with the first of them active."""
    session = canvas.session
    session.open_data(generate("blobs", seed=1, n=40, classes=2, spread=1.2))
    session.add_lane(NEWTON)
    session.add_lane(GRADIENT)
    session.activate_lane(0)
    session.view.set_overlaid(True)
    session.go_to(4)
    settled()
    return canvas


def chart(canvas):
    return next(view for view in canvas.surfaces() if view.surface.name == "Weight space")


def paths(view) -> dict[str, np.ndarray]:
    """The ends of the paths of a chart by the role that they are drawn in, with their words."""
    curves = [mark for mark in view.marks if isinstance(mark, Curve) and mark.role in ("path", "ghost")]
    return {f"{mark.role} {mark.label}".strip(): mark.positions[-1] for mark in curves}


def test_paths_of_overlaid_runs_share_one_chart(compared):
    first, second = (lane.frame.step.model.weights for lane in compared.session.lanes)
    found = paths(chart(compared))
    assert found.keys() == {"path", "ghost Logistic regression (gradient)"}
    assert found["path"] == pytest.approx(first)
    assert found["ghost Logistic regression (gradient)"] == pytest.approx(second)


def test_overlaid_charts_have_common_axes(compared, settled):
    one = chart(compared).surface
    compared.session.activate_lane(1)
    settled()
    other = chart(compared).surface
    assert (one.x, one.y, one.view) == (other.x, other.y, other.view)
    x0, x1, y0, y1 = one.view
    assert paths(chart(compared)).keys() == {"path", "ghost Logistic regression (Newton)"}
    for x, y in paths(chart(compared)).values():
        assert x0 < x < x1 and y0 < y < y1


def test_step_of_the_other_run_moves_only_its_path(compared, settled):
    session = compared.session
    session.set_together(False)
    session.activate_lane(1)
    session.go_to(9)
    session.activate_lane(0)
    settled()
    assert session.lanes[0].index == 4
    assert paths(chart(compared))["ghost Logistic regression (gradient)"] == pytest.approx(
        session.lanes[1].frame.step.model.weights
    )


def test_side_by_side_chart_shows_only_the_active_run(compared, settled):
    compared.session.view.set_overlaid(False)
    settled()
    assert paths(chart(compared)).keys() == {"path"}


def test_run_with_other_axes_is_not_in_the_chart(compared, settled):
    compared.session.activate_lane(1)
    compared.session.set_param("basis", "gaussian at points")
    compared.session.activate_lane(0)
    settled()
    assert paths(chart(compared)).keys() == {"path"}
