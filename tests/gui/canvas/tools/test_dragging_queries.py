"""The query of a regression is dragged as an upright line on the plane of a feature and the target."""

from __future__ import annotations

import pytest

from engine.data.toys import generate
from tests.gui.canvas.tools.mousing import drag


@pytest.mark.parametrize("key", ["bayesian_regression", "gaussian_process", "kernel_ridge"])
def test_query_is_dragged_along_the_feature(canvas, session, settled, key):
    session.open_data(generate("line", n=12, seed=0))
    session.add_lane(key, {"query": (0.5,)}, step=None)
    session.view.set_tool("select")
    settled()
    canvas.resize(1100, 800)
    canvas.grab()
    view = next(one for one in canvas.surfaces() if one.surface.kind == "plane")
    low, high = view.plot.getViewBox().viewRange()[1]
    free = low + 0.05 * (high - low)
    drag(view, (0.5, free), (1.5, free))
    settled()
    assert session.lane.params.query == pytest.approx((1.5,), abs=0.05)
    assert session.lane.frame.step.query == pytest.approx(session.lane.params.query)
