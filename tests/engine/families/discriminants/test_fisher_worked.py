"""Fisher's discriminant against the worked examples: every number told, and where everything drawn lies."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh

import engine
from engine.core.marks import Bars, Curve, Ellipse, Points, Segments, Text
from engine.families.discriminants.fisher.drawing import marks
from engine.families.discriminants.fisher.loop import Params
from engine.families.discriminants.fisher.solving import raw
from engine.families.discriminants.fisher.telling import explain
from engine.maths.algebra.scatter import criterion
from engine.maths.probability.threshold import projected
from engine.models import Discriminants, Hyperplane
from tests.catalogue import shows
from tests.engine.families.discriminants.test_fisher import NINE, TEN, numbers, of, on, parts_of, run

W_RAW, W_UNIT = np.array([0.426910299003, 0.196013289037]), np.array([0.908785584334, 0.417263420044])


# -- the worked examples -----------------------------------------------------------------------------------------------


@shows("FI2")
def test_w31_means_and_scatter():
    parts = parts_of(TEN)
    assert parts.means == pytest.approx(np.array([[3.0, 3.8], [8.4, 7.6]]), abs=1e-9)
    assert parts.within == pytest.approx(np.array([[13.2, -1.2], [-1.2, 22.0]]), abs=1e-9)
    assert parts.between == pytest.approx(np.array([[29.16, 20.52], [20.52, 14.44]]), abs=1e-9)
    within, between = on(marks(of(run(TEN), "scatter")[0], TEN, Params()), "Scatter")
    assert np.array_equal(within.values, parts.within) and np.array_equal(between.values, parts.between)


@shows("FI1")
def test_w31_direction_criterion_and_eigenvalue():
    trace, parts = run(TEN), parts_of(TEN)
    means, best = of(trace, "means")[0], of(trace, "direction")[0]
    assert criterion(means.direction, parts) == pytest.approx(2.90958514963, abs=1e-9)
    assert best.direction == pytest.approx(W_UNIT, abs=1e-9)
    assert criterion(best.direction, parts) == pytest.approx(3.05016611296, abs=1e-9)
    assert best.separations == pytest.approx([3.05016611296], abs=1e-9)
    assert eigh(parts.between, parts.within, eigvals_only=True) == pytest.approx([0.0, 3.05016611296], abs=1e-9)
    told = explain(best, TEN, Params())
    assert raw(best) == pytest.approx(W_RAW, abs=1e-9)
    assert told.worked[0] == "w ∝ (0.4269, 0.196), made of length 1"
    assert all(check.holds for check in told.checks) and told.checks
    row = [row[2] for row in told.tables[0].rows]
    assert row == pytest.approx(W_UNIT.tolist(), abs=1e-9)


def test_w31_projection_and_midpoint():
    last = run(TEN)[-1]
    moments = projected(TEN.X @ last.direction, TEN.codes == 1)
    assert moments.means == pytest.approx([4.31195774917, 10.8050009007], abs=1e-9)
    assert moments.variances * 5 == pytest.approx([4.07731609418, 9.74475385443], abs=1e-9)
    assert isinstance(last.model, Hyperplane)
    assert -last.model.bias == pytest.approx(7.55847932496, abs=1e-9)
    assert last.wrong == 0
    assert numbers(explain(last, TEN, Params()))["threshold"] == pytest.approx(7.55847932496, abs=1e-9)


@shows("FI7")
def test_w74_three_classes_have_two_directions():
    parts, trace = parts_of(NINE), run(NINE)
    assert parts.within == pytest.approx(np.array([[2.0, -1.0], [-1.0, 2.0]]), abs=1e-9)
    assert parts.between == pytest.approx(np.array([[32.0, -32.0], [-32.0, 128.0]]), abs=1e-9)
    model = trace[-1].model
    assert isinstance(model, Discriminants)
    assert trace[-1].separations == pytest.approx([70.8880139847, 14.4453193486], abs=1e-9)
    assert trace[-1].separations.sum() == pytest.approx(85.3333333333, abs=1e-9)
    first = model.components[0]
    assert first / np.abs(first).max() == pytest.approx([0.354248688935, 1.0], abs=1e-9)
    assert len(of(run(NINE, directions=100), "direction")) == 2
    assert len(run(NINE, directions=1)[-1].model.components) == 1


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_the_histograms_of_a_step_count_the_points_and_show_the_threshold():
    step = of(run(TEN), "direction")[0]
    drawn = on(marks(step, TEN, Params()), "Projected classes")
    curves = [mark for mark in drawn if isinstance(mark, Curve) and mark.group is not None]
    assert [mark.group for mark in curves] == [0, 1]
    for mark in curves:
        assert mark.positions[1:-1:2, 1].sum() == 5.0
    threshold = next(mark for mark in drawn if isinstance(mark, Curve) and mark.role == "boundary")
    assert threshold.positions[:, 0] == pytest.approx(-step.model.bias)
    assert next(mark for mark in drawn if isinstance(mark, Text)).text == "J = 3.05, overlap 0 %"


def test_the_feet_lie_on_the_line_through_the_mean():
    step = of(run(TEN), "direction")[0]
    feet = next(m for m in marks(step, TEN, Params()) if isinstance(m, Segments) and m.role == "residual")
    assert np.array_equal(feet.starts, TEN.X)
    assert (feet.ends - feet.starts) @ step.direction == pytest.approx(np.zeros(10), abs=1e-12)
    away = feet.ends - TEN.X.mean(axis=0)
    assert away - np.outer(away @ step.direction, step.direction) == pytest.approx(np.zeros((10, 2)), abs=1e-12)


def test_j_by_angle_has_its_maximum_at_the_direction():
    step = of(run(TEN), "direction")[0]
    curve, best, here = on(marks(step, TEN, Params()), "J by angle")
    assert not curve.surface.open
    assert here.positions[0] == pytest.approx([np.degrees(np.arctan2(W_UNIT[1], W_UNIT[0])), 3.05016611296])
    assert abs(best.positions[0, 0] - here.positions[0, 0]) <= 0.5
    assert curve.positions[:, 1].max() <= here.positions[0, 1] * (1 + 1e-12)


def test_ellipses_and_the_canonical_plot():
    ellipses = [m for m in marks(of(run(TEN), "scatter")[0], TEN, Params()) if isinstance(m, Ellipse)]
    assert sum(mark.covariance for mark in ellipses) * 5 == pytest.approx(parts_of(TEN).within)
    data = engine.load("wine")
    drawn = marks(run(data)[-1], data, Params())
    points = next(m for m in on(drawn, "Discriminant space") if isinstance(m, Points) and m.role == "data")
    assert points.rows.tolist() == list(range(data.n)) and np.array_equal(points.groups, data.codes)
    bars = next(mark for mark in drawn if isinstance(mark, Bars))
    assert bars.values.sum() == pytest.approx(1.0) and bars.line[-1] == pytest.approx(1.0)
