"""Fisher's ratio along any direction, held at any step, and the picture in which the scatter within is a circle."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh

import engine
from engine.base.words import divided, figure
from engine.core.marks import Ellipse, Points, Segments
from engine.families.discriminants.fisher import ALGORITHM
from engine.families.discriminants.fisher.drawing import marks
from engine.families.discriminants.fisher.loop import Params
from engine.families.discriminants.fisher.telling import explain
from engine.models.linear import Hyperplane
from engine.models.projections import Discriminants
from tests.catalogue import shows
from tests.engine.families.discriminants.test_fisher import NINE, TEN, numbers, of, on, parts_of, run

# -- FI3: any direction, at every step ---------------------------------------------------------------------------------


@shows("FI3")
@pytest.mark.parametrize("size", [0.5, 1.0, 4.0])
def test_fi3_ratio_does_not_depend_on_the_length(size):
    w = size * np.array([5.4, 3.8]) / np.hypot(5.4, 3.8)
    mean, codes = TEN.X.mean(axis=0), np.array([0, 1])
    start = Discriminants(mean, w[None], np.zeros(1), np.zeros((2, 1)), codes)
    step = engine.trace("fisher", TEN, start=start)[0]
    told, parts = explain(step, TEN, Params()), parts_of(TEN)
    above, below = float(w @ parts.between @ w), float(w @ parts.within @ w)
    assert above / below == pytest.approx(2.90958514963, abs=1e-9)
    assert numbers(told)["J"] == pytest.approx(2.90958514963, abs=1e-9), "the length does not count"
    assert told.worked[-1] == f"J = {divided(above, below)}: as it was placed, ‖w‖ is {figure(size)}"
    assert "Its length does not matter" in told.sentence and [check.holds for check in told.checks] == [True]
    (m1, m2), (s1, s2) = numbers(told)["m1, m2"], numbers(told)["s1², s2²"]
    assert (m2 - m1) ** 2 / (s1 + s2) == pytest.approx(2.90958514963, abs=1e-9), "what is above and what is below"
    curve, best, here = on(marks(step, TEN, Params()), "J by angle")
    assert here.positions[0] == pytest.approx([np.degrees(np.arctan2(3.8, 5.4)), 2.90958514963])
    assert best.labels == ("maximum",) and best.positions[0, 1] == curve.positions[:, 1].max()


@shows("FI3")
@pytest.mark.parametrize("data", [TEN, NINE], ids=["two classes", "three classes"])
def test_fi3_direction_is_draggable_at_every_step_that_has_one(data):
    (handle, *_), middle, way = ALGORITHM.handles, data.X.mean(axis=0), np.array([1.0, -2.0])
    held = [step for step in run(data) if step.model is not None]
    assert len(held) >= 3
    for step in held:
        (tip,) = handle.positions(step.model, data)
        assert tip - middle == pytest.approx(np.linalg.norm(tip - middle) * abs_sign(step, tip - middle))
        turned = handle.make((middle + way)[None], data, Params(), step.model)
        first = engine.trace("fisher", data, start=turned)[0]
        unit = way / np.sqrt(5)
        assert np.abs(first.direction @ unit) == pytest.approx(1)
        assert handle.positions(turned, data)[0] == pytest.approx(middle + way), "it stays where it was put"


def abs_sign(step, way):
    """The first direction of a step, on the side that the handle is."""
    w = step.model.weights if isinstance(step.model, Hyperplane) else step.model.components[0]
    return np.sign(w @ way) * w / np.linalg.norm(w)


@shows("FI3")
def test_fi3_classes_without_scatter_have_an_infinite_ratio():
    data = engine.Dataset.from_arrays([[0.0, 1.0], [4.0, 4.0]], ["one", "other"])
    step = of(run(data), "means")[0]
    told = explain(step, data, Params())
    assert numbers(told)["J"] == np.inf and told.worked[-1].endswith("= ∞")


# -- FI5: the whitened picture -----------------------------------------------------------------------------------------


@shows("FI5")
@pytest.mark.parametrize("penalty", [0.0, 5.0])
@pytest.mark.parametrize("data", [TEN, NINE], ids=["two classes", "three classes"])
def test_fi5_whitening_makes_the_within_scatter_a_circle(data, penalty):
    params, parts = Params(penalty=penalty), parts_of(data)
    step = of(run(data, penalty=penalty), "whitened")[0]
    A = step.white.map_there(np.eye(2))
    assert A @ (parts.within + penalty * np.eye(2)) @ A.T == pytest.approx(np.eye(2), abs=1e-9)
    drawn = on(marks(step, data, params), "Whitened")
    (points,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "data"]
    z = (data.X - data.X.mean(axis=0)) @ A.T
    assert points.positions == pytest.approx(np.sqrt(data.n) * z)
    means = np.array([points.positions[data.codes == code].mean(axis=0) for code in data.classes_present])
    left = points.positions - means[data.codes]
    if not penalty:
        assert left.T @ left / data.n == pytest.approx(np.eye(2), abs=1e-9), "the circle is that of the points"
    circles = [mark for mark in drawn if isinstance(mark, Ellipse)]
    assert [mark.group for mark in circles] == list(data.classes_present)
    for mark, mean in zip(circles, means, strict=True):
        assert mark.centre == pytest.approx(mean) and np.array_equal(mark.covariance, np.eye(2)) and mark.scale == 2
    assert points.surface.square, "a circle looks like one"
    told = explain(step, data, params)
    matrix = "(S_W + λI)" if penalty else "S_W"
    assert f"{matrix} becomes the identity" in told.sentence and "a circle" in told.sentence
    assert told.worked[1] == f"A {matrix} Aᵀ = [(1, 0), (0, 1)]"
    assert [check.holds for check in told.checks] == [True]


@shows("FI5", "W31")
@pytest.mark.parametrize("data", [TEN, NINE], ids=["two classes", "three classes"])
def test_w31_fi5_ordinary_eigenvector_there_is_the_generalised_one_here(data):
    parts, trace = parts_of(data), run(data)
    step, best = of(trace, "axis")[0], of(trace, "direction")[0]
    wanted = eigh(parts.between, parts.within, eigvals_only=True)[-1]
    told = explain(step, data, Params())
    assert numbers(told)["λmax"] == pytest.approx(wanted, abs=1e-9)
    if data is TEN:
        assert wanted == pytest.approx(3.05016611296, abs=1e-9)
    A = step.white.map_there(np.eye(2))
    (arrow,) = [mark for mark in on(marks(step, data, Params()), "Whitened") if isinstance(mark, Segments)]
    u = arrow.ends[0] / np.linalg.norm(arrow.ends[0])
    assert A @ parts.between @ A.T @ u == pytest.approx(wanted * u)
    back = A.T @ u
    assert back @ parts.within @ back == pytest.approx(1), "mapped back it meets the constraint"
    assert np.abs(back @ best.direction) == pytest.approx(np.linalg.norm(back)), "it is the direction that follows"
    assert "wᵀ S_W w = 1." in told.sentence and all(check.holds for check in told.checks)
    assert told.worked[2:] == ("wᵀ S_W w = 1", f"wᵀ S_B w = {figure(wanted)}")
    assert r"-\mathbf{w}^\top S_B \mathbf{w} + \lambda\,(\mathbf{w}^\top S_W\,\mathbf{w} - 1)" in told.formula
    assert [one.stage for one in trace][:6] == ["data", "means", "scatter", "whitened", "axis", "direction"]


def test_fi5_more_features_are_shown_along_and_across_the_best_axis():
    data = engine.load("iris")
    step = of(run(data), "axis")[0]
    drawn = on(marks(step, data, Params()), "Whitened")
    (points,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "data"]
    left = points.positions - np.array([points.positions[data.codes == k].mean(axis=0) for k in range(3)])[data.codes]
    assert left.T @ left / data.n == pytest.approx(np.eye(2), abs=1e-8)
    (arrow,) = [mark for mark in drawn if isinstance(mark, Segments)]
    assert arrow.ends[0, 1] == pytest.approx(0, abs=1e-9) and arrow.ends[0, 0] > 0
