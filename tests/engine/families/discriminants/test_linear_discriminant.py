"""The linear discriminant: a point worked out, the convention at 0, the leading 1, activations that bend nothing."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Curve, Line, Points, Segments
from engine.families.discriminants.linear_discriminant.activating import activated, inverse
from engine.families.discriminants.linear_discriminant.drawing import SHOWN, marks
from engine.families.discriminants.linear_discriminant.loop import Params
from engine.families.discriminants.linear_discriminant.telling import explain, inspect
from engine.models.linear import Hyperplane
from tests.catalogue import shows
from tests.examples import numbers


def _along(step, data):
    """The distance of the row from the line, with its sign."""
    w = step.model.weights
    return (data.X[step.row] @ w + step.model.bias) / np.linalg.norm(w)


PLACED = {"Sum of the products: chosen": lambda step, data, params: min(step.products, SHOWN) - 1}
FOLLOWS = {
    "boundary from the origin": lambda step, data, params: -step.model.bias / np.linalg.norm(step.model.weights),
    "w x": lambda step, data, params: np.append(step.model.bias, step.model.weights * data.X[step.row])[
        step.products - 1
    ],
    "the weight of": lambda step, data, params: step.products - 1,
    "foot on the boundary": lambda step, data, params: (
        data.X[step.row] - _along(step, data) * step.model.weights / np.linalg.norm(step.model.weights)
    ),
}

W27 = engine.Dataset.from_arrays([[2.0, 5.0], [2.0, 1.0], [0.0, 0.0]], ["no", "no", "yes"])
W = (-10.0, 3.0, 4.0)
"""The second row lies exactly on this line."""
LINEAR = engine.Dataset.from_arrays([[0.5], [1.5], [2.5], [4.0]], [0, 0, 1, 1], feature_names=["size"])
SMOOTH = ("identity", "sigmoid", "tanh", "probit")


def watched(data=W27, **values):
    """(step, story, marks) of every step."""
    params = Params(**values)
    trace = engine.trace("linear_discriminant", data, **values).to_end()
    return [(step, explain(step, data, params), marks(step, data, params)) for step in trace]


def at(stage, data=W27, **values):
    return next(one for one in watched(data, **values) if one[0].stage == stage)


def on(drawn, name):
    return [mark for mark in drawn if mark.surface.name == name]


# -- LD1 ---------------------------------------------------------------------------------------------------------------


@shows("LD1", "W27")
def test_w27_ld1_value_product_by_product():
    told = [one for one in watched(weights=W) if one[0].stage == "product"]
    assert [step.y for step, _, _ in told] == [-10.0, -4.0, 16.0]
    assert [story.worked for _, story, _ in told] == [
        ("sum ← 0 − 10·1 = −10",), ("sum ← −10 + 3·2 = −4",), ("sum ← −4 + 4·5 = 16",),
    ]  # fmt: skip
    (bars,) = on(told[-1][2], "Sum of the products")
    assert bars.values.tolist() == [-10, 6, 20, 16] and bars.bases.tolist() == [0, -10, -4, 0]
    _, story, drawn = at("class", weights=W)
    by_name = numbers(story)
    assert (by_name["y"], by_name["signed distance"], by_name["boundary from the origin"]) == (16.0, 3.2, 2.0)
    assert "Point 1: y = 16, so it is classified as yes." in story.sentence
    given, counts = at("given", weights=W)[1], at("augmented", weights=W)[1]
    assert "yes lies where y ≥ 0, and no elsewhere" in given.sentence and numbers(counts)["weights"] == 3
    (focus,) = [mark for mark in on(drawn, "Height above the plane") if isinstance(mark, Points) and mark.labels]
    assert focus.positions.tolist() == [[3.2, 16.0]], "the value is the height above the plane"
    (pole,) = [mark for mark in on(drawn, "Height above the plane") if isinstance(mark, Segments)]
    assert (pole.starts.tolist(), pole.ends.tolist()) == ([[3.2, 0.0]], [[3.2, 16.0]])
    (slope,) = [
        mark for mark in on(drawn, "Height above the plane") if isinstance(mark, Curve) and mark.role == "boundary"
    ]
    assert slope.positions[:, 1] == pytest.approx(5 * slope.positions[:, 0]), "it rises by ‖w‖"
    (plane,) = [mark for mark in on(drawn, "Height above the plane") if isinstance(mark, Curve) and mark != slope]
    farthest = max(abs(W27.X @ W[1:] + W[0])) / 5
    for curve in (slope, plane):
        assert curve.positions[[0, -1], 0] == pytest.approx([-1.05 * farthest, 1.05 * farthest])
    last = watched(weights=W)[-1]
    assert "3 points of 3 on the wrong side." in last[1].sentence
    for step, _, drawn in watched(weights=W):
        ringed = [mark.rows.tolist() for mark in drawn if isinstance(mark, Points) and mark.role == "wrong"]
        assert ringed == ([[0, 1, 2]] if step.stage == "classified" else [])


@shows("LD1")
@pytest.mark.parametrize(("at_zero", "called", "other"), [("≥", "yes", ">"), (">", "no", "≥")])
def test_ld1_convention_at_0_is_a_stated_option(at_zero, called, other):
    run = watched(weights=W, row=2, at_zero=at_zero)
    for step, _, _ in run:
        assert step.model.predict(W27.X[[1]])[0] == W27.class_names.index(called)
    scores = run[0][0].model.linear_scores()
    assert scores.classes[np.argmax(W27.X[[1]] @ scores.weights.T + scores.biases)] == W27.class_names.index(called)
    said = next(story for step, story, _ in run if step.stage == "class").sentence
    assert f"y is exactly 0: with y {at_zero} 0 it is {called}, with y {other} 0 it would be the other." in said
    assert f"A point with y = 0 belongs to {called}: that is a convention." in said
    assert f"yes lies where y {at_zero} 0" in run[0][1].sentence
    assert f"1 point lies exactly on the line, where y = 0, and is called {called}." in run[-1][1].sentence


@shows("LD1")
def test_ld1_without_weights_there_is_no_boundary():
    for step, story, drawn in watched(weights=(2.0, 0.0, 0.0)):
        assert not [mark for mark in drawn if isinstance(mark, Line)]
        if step.stage in ("given", "class", "activation"):
            assert "All weights are 0, so y is the same everywhere and there is no boundary." in story.sentence


def test_line_is_typed_placed_or_half_way_between_the_means():
    low, high = (W27.X[W27.codes == code].mean(axis=0) for code in (0, 1))
    line = watched()[0][0].model
    assert line.decision_function(np.array([(low + high) / 2])) == pytest.approx([0.0], abs=1e-9)
    assert line.weights == pytest.approx(high - low)
    start = Hyperplane(np.array([1.0, -2.0]), 0.5)
    placed = engine.trace("linear_discriminant", W27, start=start, weights=W)[0].model
    assert placed.packed.tolist() == [0.5, 1.0, -2.0], "what is placed by hand has precedence"
    with pytest.raises(Refusal, match="The weights are 3 numbers, the bias first, and 2 were typed") as refusal:
        engine.trace("linear_discriminant", W27, weights=(1.0, 2.0))
    assert refusal.value.remedies == (SetParameter("weights", ()),)


def test_a_point_is_asked_about():
    step = watched(weights=W)[0][0]
    told = numbers(inspect(step, W27, Params(activation="tanh"), np.array([2.0, 5.0])).story)
    assert told["y"] == 16 and told["f(y)"] == pytest.approx(np.tanh(16))


# -- LD3 ---------------------------------------------------------------------------------------------------------------


@shows("LD3", "W27")
def test_w27_ld3_bias_is_the_weight_of_a_leading_1():
    _, story, drawn = at("augmented", weights=W)
    assert story.worked == ("x̃ = (1, 2, 5)", "w̃ = (−10, 3, 4), the bias first")
    assert "the bias is the weight of it: weight 0." in story.sentence and "Warning" not in story.sentence
    assert story.tables[0].rows == (("bias", -10.0, 1.0), ("x1", 3.0, 2.0), ("x2", 4.0, 5.0))
    assert [check.holds for check in story.checks] == [True]
    assert not on(drawn, "Lifted: x becomes (1, x)"), "two features would need three axes"


@shows("LD3")
def test_ld3_one_feature_is_lifted_to_a_plane_through_the_origin():
    weights = (-4.0, 2.0)
    for step, _, drawn in watched(LINEAR, weights=weights):
        chart = on(drawn, "Lifted: x becomes (1, x)")
        assert bool(chart) == (step.stage != "given")
        if not chart:
            continue
        (data,) = [mark for mark in chart if isinstance(mark, Points) and mark.role == "data"]
        assert data.positions.tolist() == [[1.0, x] for x in LINEAR.X[:, 0]]
        (line,) = [mark for mark in chart if isinstance(mark, Line)]
        assert (line.bias, line.level) == (0.0, 0.0), "it goes through the origin"
        assert data.positions @ line.weights == pytest.approx(step.model.decision_function(LINEAR.X))
        assert np.array([1.0, 2.0]) @ line.weights == 0, "it meets the data where the threshold is"


@shows("LD3")
def test_ld3_a_constant_column_is_warned_of():
    data = engine.Dataset.from_arrays([[1.0, 7.0], [3.0, 7.0]], [0, 1], feature_names=["size", "unit"])
    said = at("augmented", data)[1].sentence
    assert "Warning: unit never changes, and is a multiple of the leading 1: 7" in said
    assert "one of the two is too many" in said


# -- LD4 ---------------------------------------------------------------------------------------------------------------


@shows("LD4")
@pytest.mark.parametrize("name", SMOOTH)
def test_ld4_activation_levels_are_straight_and_the_boundary_stays(name):
    upright = at("activation", weights=(-1.0, 0.3, 0.0), activation=name)
    assert len([mark for mark in upright[2] if isinstance(mark, Line) and mark.role == "plain"]) == 2
    step, story, drawn = at("activation", weights=(-1.0, 0.3, -0.4), activation=name)
    (table,) = story.tables
    for c, y, far in table.rows:
        assert activated(np.array([y]), name) == pytest.approx(c) and far == pytest.approx(y / 0.5)
    assert len(table.rows) == 3 == len(upright[1].tables[0].rows) == len(story.worked) - 1
    plain = at("class", weights=(-1.0, 0.3, -0.4))
    lines = [mark for mark in drawn if isinstance(mark, Line) and mark.surface.kind == "plane"]
    (boundary,) = [line for line in lines if line.role == "boundary"]
    assert boundary == next(mark for mark in plain[2] if isinstance(mark, Line) and mark.role == "boundary")
    levels = [line for line in lines if line.role == "plain"]
    assert len(levels) == 2
    way = np.array([0.4, 0.3]) / 0.5  # along the boundary
    for line in levels:
        foot = (line.level - line.bias) * line.weights / (line.weights @ line.weights)
        places = foot + np.linspace(-9, 9, 7)[:, None] * way
        value = activated(step.model.decision_function(places), name)
        assert value == pytest.approx(np.full(7, value[0])), "f is the same all along a straight line"
        assert line.label == f"f = {value[0]:.3g}".replace("-", "−")
        assert inverse(float(value[0]), name) == pytest.approx(line.level)
    assert "straight lines beside the boundary" in story.sentence and "stays where it was" in story.sentence
    assert ("not linear in the weights" in story.sentence) == (name != "identity")
    for one, other in zip(watched(activation=name), watched(), strict=True):
        assert one[0].model == other[0].model


@shows("LD4")
def test_ld4_step_has_only_its_jump_and_a_constant_no_boundary():
    _, story, drawn = at("activation", weights=W, activation="step")
    assert not [mark for mark in drawn if isinstance(mark, Line) and mark.role == "plain"]
    assert "constant on either side" in story.sentence and "A constant f would leave no boundary" in story.sentence
    constant = at("activation", weights=(2.0, 0.0, 0.0), activation="tanh")[1].sentence
    assert "So f(y) is constant, and has no level line." in constant


@shows("LD4")
@pytest.mark.parametrize("name", ["identity", "step", "sigmoid", "tanh", "probit"])
def test_w86_ld4_the_activations(name):
    a = np.array([-1.0, 0.0, 2.0])
    wanted = {
        "identity": a,
        "step": [0, 1, 1],
        "sigmoid": [0.26894142137, 0.5, 0.880797077978],
        "tanh": [-0.761594155956, 0.0, 0.964027580076],
        "probit": [0.158655253931, 0.5, 0.977249868052],
    }[name]
    assert activated(a, name) == pytest.approx(wanted, abs=1e-9)
    assert activated(np.zeros(1), "step", ">").tolist() == [0]
    assert inverse(0.9, "probit") == pytest.approx(stats.norm.ppf(0.9))
    step, story, drawn = at("activation", weights=(-10.5, 3.0, 4.0), row=2, activation=name)
    f = float(activated(np.array([-0.5]), name)[0])
    assert step.y == -0.5 and numbers(story)["f(y)"] == pytest.approx(f)
    heights = [mark for mark in on(drawn, "Height above the plane") if isinstance(mark, Points) and mark.role == "data"]
    y = step.model.decision_function(W27.X)
    assert heights[0].positions == pytest.approx(np.column_stack([y / 5, activated(y, name)]))


def test_last_of_many_products_have_a_bar_each():
    data = engine.load("breast_cancer")
    told = [one for one in watched(data) if one[0].stage == "product"]
    assert len(told) == 31
    (bars,) = [mark for mark in told[-1][2] if isinstance(mark, Bars)]
    assert bars.tops[:-1] == pytest.approx([step.y for step, _, _ in told[-20:]])
    assert bars.values[-1] == pytest.approx(told[-1][0].model.decision_function(data.X[:1])[0])
