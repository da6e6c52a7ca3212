"""Logistic regression by hand: the read-outs of given weights, and the logarithms taken literally and stably."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, special

import engine
from engine.base.params import specs
from engine.base.words import figure
from engine.core.marks import Curve, Line, Points, Region, Segments
from engine.core.story import Event
from engine.families.logistic.logistic_by_hand import ALGORITHM, logarithms
from engine.families.logistic.logistic_by_hand.drawing import marks
from engine.families.logistic.logistic_by_hand.loop import Params
from engine.families.logistic.logistic_by_hand.telling import event, explain
from engine.maths.probability.sigmoid import log_sum_exp
from engine.models.linear import Hyperplane
from tests.catalogue import shows
from tests.examples import SIX, numbers

FOLLOWS = {"E at ρ = 0": lambda step, data, params: data.n * np.log(2)}

PLANE = engine.Dataset.from_arrays([[-2.0, 1.0], [-1.0, -1.0], [1.0, 1.0], [2.0, -1.0]], [0, 0, 1, 0])
"""Their mean is the origin."""


def watched(data=PLANE, start=None, **values):
    """(step, story, marks) of every step, by stage."""
    params = Params(**values)
    trace = engine.trace("logistic_by_hand", data, start=start, **values).to_end()
    return {step.stage: (step, explain(step, data, params), marks(step, data, params)) for step in trace}


def on(drawn, name, kind):
    return [mark for mark in drawn if mark.surface.name == name and isinstance(mark, kind)]


# -- LR15 --------------------------------------------------------------------------------------------------------------


@shows("LR15", "W87")
@pytest.mark.parametrize(
    ("rho", "slope", "width"), [(0.5, 0.125, 8.78889830934), (2.0, 0.5, 2.19722457734), (8.0, 2.0, 0.549306144334)]
)
def test_w87_lr15_boundary_stays_and_its_slope_is_a_quarter_of_the_length(rho, slope, width):
    """Direction, length and bias are sliders; the length sharpens, and what is drawn and said says so."""
    step, story, drawn = watched(length=rho, angle=30.0, offset=0.5)["weights"]
    told = numbers(story)
    assert told["slope at the boundary"] == pytest.approx(slope, abs=1e-12)
    assert told["p from 0.1 to 0.9 within"] == pytest.approx(width, abs=1e-9)
    assert (
        f"the slope there is ρ/4 = {slope:g}" in story.sentence and "leaves the boundary where it is" in story.sentence
    )
    assert step.model.weights == pytest.approx(rho * np.array([np.cos(np.pi / 6), 0.5])), "w = ρ (cos θ, sin θ)"
    (other,) = (watched(length=1.0, angle=30.0, offset=0.5)["weights"][0],)
    assert step.model.packed / rho == pytest.approx(other.model.packed), "the same boundary, whatever ρ is"
    (line,) = [mark for mark in drawn if isinstance(mark, Line) and mark.role == "boundary"]
    assert line.weights @ (other.c * other.u) + line.bias == pytest.approx(0.0, abs=1e-12)
    assert [mark.show for mark in drawn if isinstance(mark, Region)] == ["probability"]
    (curve,) = on(drawn, "Across the boundary", Curve)
    assert curve.positions[:, 1] == pytest.approx(special.expit(rho * curve.positions[:, 0]), abs=1e-14)
    middle = len(curve.positions) // 2
    run, rise = curve.positions[middle + 1] - curve.positions[middle - 1]
    assert rise / run == pytest.approx(slope, rel=1e-2)
    (tangent,) = on(drawn, "Across the boundary", Segments)
    run, rise = (tangent.ends - tangent.starts)[0]
    assert rise / run == pytest.approx(slope)


@shows("LR15")
def test_lr15_sliders_have_the_stated_ranges_and_rho_0_is_one_half():
    declared = specs(Params)
    assert (declared["length"].low, declared["length"].high) == (0.0, 50.0)
    assert (declared["angle"].low, declared["angle"].high) == (-180.0, 180.0)
    for stage, (step, story, drawn) in watched(length=0.0).items():
        assert (step.model.predict_proba(PLANE.X) == 0.5).all(), stage
        assert not [mark for mark in drawn if isinstance(mark, Line)], "there is no boundary"
        (curve,) = on(drawn, "Across the boundary", Curve)
        assert (curve.positions[:, 1] == 0.5).all()
        assert "undefined" not in " ".join([story.sentence, *story.worked])
    assert (
        watched(length=0.0)["error"][1].sentence
        == "The losses of 4 points add up to E = 2.773. Every point has the same loss."
    )
    assert "P = σ(0) = ½ at every point, and there is no boundary" in watched(length=0.0)["weights"][1].sentence


def test_offset_counts_deviations_and_moves_only_the_bias():
    data = PLANE.changed(X=PLANE.X + np.array([10.0, 0.0]))
    near, far = (watched(data, offset=m)["weights"][0] for m in (0.0, 2.0))
    assert near.c == pytest.approx(10.0) and far.c == pytest.approx(10.0 + 2.0 * data.X[:, 0].std())
    assert near.model.weights.tolist() == far.model.weights.tolist() == [2.0, 0.0]
    assert far.model.bias == pytest.approx(-2.0 * far.c)


def test_one_feature_has_two_directions_and_many_use_two_features():
    assert [watched(SIX, angle=angle)["weights"][0].u.tolist() for angle in (30.0, 150.0)] == [[1.0], [-1.0]]
    iris = engine.load("iris")
    pair = iris.subset(iris.codes > 0)
    w = watched(pair, first=3, second=4, angle=90.0)["weights"][0].model.weights
    assert w == pytest.approx([0.0, 0.0, 0.0, 2.0], abs=1e-12)
    assert np.flatnonzero(watched(pair, first=4, second=9, angle=45.0)["weights"][0].u).tolist() == [0, 3]


def test_placed_line_gives_direction_and_place_and_the_slider_length():
    step = watched(start=Hyperplane(np.array([0.0, 3.0]), -1.5), length=7.0, angle=10.0, offset=1.0)["weights"][0]
    assert step.model.weights == pytest.approx([0.0, 7.0]) and step.c == pytest.approx(0.5)
    (decided, *others) = ALGORITHM.decided
    assert decided.value(Hyperplane(np.array([0.0, 3.0]), -1.5)) == pytest.approx(90.0)
    assert {one.parameter for one in others} == {"offset", "first", "second"}
    blank = Hyperplane(np.zeros(2), 0.0)
    assert not decided.when(blank, None)
    assert watched(start=blank, angle=90.0)["weights"][0].u == pytest.approx([0.0, 1.0], abs=1e-12), "it points nowhere"


def test_what_follows_from_the_weights():
    """The error and its gradient against finite differences, along every weight and along the length alone."""
    run = watched(length=3.0, angle=40.0, offset=0.3)
    step, story, _ = run["gradient"]
    data = PLANE
    t = (data.codes == step.model.classes[1]).astype(float)

    def error(packed):
        y = special.expit(packed[0] + data.X @ packed[1:])
        return -np.sum(t * np.log(y) + (1 - t) * np.log(1 - y))

    assert run["error"][0].error == pytest.approx(error(step.model.packed))
    assert step.gradient == pytest.approx(optimize.approx_fprime(step.model.packed, error, 1e-7), rel=1e-5)
    longer = optimize.approx_fprime(np.array([3.0]), lambda rho: error(rho[0] * np.append(-step.c, step.u)), 1e-7)[0]
    assert numbers(story)["∂E/∂ρ"] == pytest.approx(longer, rel=1e-5)
    assert f"with a {'longer' if longer < 0 else 'shorter'} w" in story.sentence


# -- OP6 ---------------------------------------------------------------------------------------------------------------


@shows("OP6")
def test_w34_op6_naive_and_stable_forms_are_side_by_side():
    """Where the naive form breaks is drawn, and beside it stand the stable ones, with the infinite scores too."""
    run = watched(length=50.0)
    literal, exact = run["naive logarithms"], run["stable logarithms"]
    a = literal[0].activations
    assert a.tolist() == [-100.0, -50.0, 50.0, 100.0]
    assert literal[0].losses is None and literal[0].endless.tolist() == [3]
    assert exact[0].losses == pytest.approx(np.log1p(np.exp([-100.0, -50.0, -50.0, 100.0])), rel=1e-12)
    assert "Here 1 point has an infinite loss, and so has E." in literal[1].sentence
    (ringed,) = [
        mark for mark in literal[2] if isinstance(mark, Points) and mark.role == "wrong" and mark.rows is not None
    ]
    assert ringed.rows.tolist() == [3]
    (end,) = [mark for mark in on(literal[2], "Logarithms", Points) if mark.role == "wrong"]
    assert end.positions[0] == pytest.approx([36.7, -36.7], abs=0.8), "σ(a) is 1 from here on"
    whole = on(exact[2], "Logarithms", Curve)
    assert {mark.label for mark in whole} == {"ln σ(a)", "ln(1 − σ(a))"}
    for mark, sign in zip(whole, (1, -1), strict=True):
        places, values = mark.positions.T
        assert values == pytest.approx(special.log_expit(sign * places), abs=1e-12)
    one, other, sums = exact[1].tables
    table = {row[0]: row[1:] for row in one.rows}
    assert table["−800"] == (-np.inf, -800.0) and table["800"] == (0.0, 0.0)
    assert {row[0]: row[1:] for row in other.rows}["40"] == (-np.inf, pytest.approx(-40.0))
    by_scores = {row[0]: row[1:] for row in sums.rows}
    assert by_scores["(1000, 1001, 1002)"] == (np.inf, pytest.approx(1002.40760596, abs=1e-8))
    assert by_scores["(−∞, −∞)"] == (-np.inf, -np.inf) and by_scores["(0, ∞)"] == (np.inf, np.inf)


@shows("OP6")
@given(st.lists(st.floats(-1e5, 1e5) | st.sampled_from([-np.inf, np.inf]), min_size=1, max_size=5))
def test_op6_stable_forms_agree_with_scipy(scores):
    a = np.array(scores)
    expected = special.logsumexp(a)
    assert log_sum_exp(a[None])[0] == (
        expected if np.isinf(expected) else pytest.approx(expected, rel=1e-12, abs=1e-12)
    )
    stable = logarithms.stable(a)
    np.testing.assert_allclose(stable, np.column_stack([special.log_expit(a), special.log_expit(-a)]), rtol=1e-13)
    literal = logarithms.naive(a)
    fine = ~logarithms.broken(literal, stable) & np.isfinite(stable)
    np.testing.assert_allclose(literal[fine], stable[fine], rtol=1e-5)


# -- stage by stage ----------------------------------------------------------------------------------------------------


def test_each_stage_tells_and_draws_its_numbers():
    stages = watched(length=3.0, angle=20.0, offset=0.4)
    step = stages["error"][0]
    distance, t = PLANE.X @ step.u - step.c, PLANE.codes * 1.0
    y, row = special.expit(3 * distance), int(np.abs(distance).argmax())
    losses = -np.log(np.where(t > 0, y, 1 - y))
    assert f"Point {row + 1} is farthest." in stages["activations"][1].sentence
    unsure = int(((y > 0.1) & (y < 0.9)).sum())
    assert numbers(stages["probabilities"][1])["between 0.1 and 0.9"] == unsure < (y > 0.1).sum()
    assert "is taken out of a sum of exponentials first." in stages["stable logarithms"][1].sentence
    dear, mean = stages["error"][1].worked
    assert dear.startswith("largest loss: ") and figure(losses.max()) in dear
    assert mean.startswith("mean loss = ") and mean.endswith(f" / 4 = {figure(losses.mean())}")
    for stage, (at, _, drawn) in stages.items():
        assert event(at) == (Event("error", "best") if stage == "error" else None)
        plane = [mark for mark in drawn if isinstance(mark, Points) and mark.surface.kind == "plane"]
        focus = [mark for mark in plane if mark.role == "focus"]
        assert [mark.rows.tolist() for mark in focus] == ([] if stage in ("weights", "gradient") else [[row]])
        across = [mark for mark in drawn if mark.surface.name == "Across the boundary"]
        (dots,) = [mark for mark in across if isinstance(mark, Points) and mark.role == "data"]
        assert dots.positions == pytest.approx(np.column_stack([distance, t]))
        (curve,) = [mark for mark in across if isinstance(mark, Curve)]
        assert curve.positions[[0, -1], 0] == pytest.approx(1.15 * np.abs(distance).max() * np.array([-1, 1]))
        apart = [mark for mark in across if isinstance(mark, Segments) and mark.role == "residual"]
        assert len(apart) == (stage in ("probabilities", "gradient"))
        assert all(mark.ends == pytest.approx(np.column_stack([distance, y])) for mark in apart)
        named = {label: place for mark in across if isinstance(mark, Points) for label, place in _labelled(mark)}
        assert named["slope ρ/4 = 0.75"] == [0, 0.5]
        assert named["p = 0.1"] == pytest.approx([-np.log(9) / 3, 0.1])
        assert named["p = 0.9"] == pytest.approx([np.log(9) / 3, 0.9])


def _labelled(mark):
    return zip(mark.labels, mark.positions.tolist(), strict=True) if mark.labels else ()


def test_infinite_losses_are_an_event():
    stages = watched(length=40.0, angle=20.0)
    assert {stage: event(at) for stage, (at, _, _) in stages.items() if event(at)} == {
        "naive logarithms": Event("ln 0", "wrong"), "error": Event("error", "best"),
    }  # fmt: skip
    step, _, drawn = stages["stable logarithms"]
    reach = max(45.0, 1.1 * np.abs(step.activations).max())
    curves = [mark for mark in on(drawn, "Logarithms", Curve) if mark.label]
    assert curves and all(curve.positions[[0, -1], 0] == pytest.approx([-reach, reach]) for curve in curves)
