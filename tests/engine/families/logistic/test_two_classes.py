"""What the logistic regressions of two classes share in words and pictures, computed here anew."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import engine
from engine.base.words import figure, vector
from engine.core.later import made
from engine.core.marks import Curve, Line, Points, Region
from engine.families.logistic import two_classes
from engine.families.logistic.flatness import far_column, why_flat
from engine.families.logistic.objectives import TwoClasses, is_outward, is_separated
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.gradient_check import central_differences
from engine.models.linear import Logistic
from engine.parts.ridge import RidgeParams

DATA = engine.Dataset.from_arrays(
    [[0.0, 1.0], [1.0, 0.5], [2.0, -1.0], [3.0, 2.0], [-1.0, 4.0]], ["low", "low", "high", "high", "high"]
)
MODEL = Logistic(np.array([1.0, -0.5]), 0.25, (0, 1))
CODED = (0, 1)


def activations():
    return DATA.X @ MODEL.weights + MODEL.bias


def own_losses():
    y = 1 / (1 + np.exp(-activations()))
    return -np.log(np.where(DATA.codes == 1, y, 1 - y))


# -- the objective -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "params", [RidgeParams(), RidgeParams(penalty=2.0), RidgeParams(penalty=2.0, penalise_bias=True)]
)
def test_objective_gradient_and_curvature(params):
    objective, w = TwoClasses.posed(DATA, None, params), MODEL.packed
    here = objective.at(w)
    held = w if params.penalise_bias else w[1:]
    assert here.error == pytest.approx(own_losses().sum())
    assert here.value == objective.value(w) == pytest.approx(here.error + 0.5 * params.penalty * (held**2).sum())
    assert here.gradient() == pytest.approx(central_differences(objective.value, w, np.full(3, 1e-5)), abs=1e-6)
    rows = [central_differences(lambda v, j=j: objective.at(v).gradient()[j], w, np.full(3, 1e-5)) for j in range(3)]
    assert here.curvature() == pytest.approx(np.array(rows), abs=1e-6)
    assert here.wrong() == (MODEL.predict(DATA.X) != DATA.codes).sum()
    assert objective.model(w) == MODEL and objective.shown(w).tolist() == [1.0, -0.5]
    assert objective.least == ("E + penalty" if params.penalty else "E")
    assert 1 / objective.safe_rate >= np.linalg.eigvalsh(here.curvature())[-1]


def test_bounds_on_the_change_of_a_step():
    objective = TwoClasses.posed(DATA, None, RidgeParams())
    move = np.array([-1.0, 2.0, 0.25])
    change, outward = objective.pushed(move)
    pushes = np.where(DATA.codes == 1, 1, -1) * (with_ones(DATA.X) @ move)
    assert change == pytest.approx(np.abs(pushes).max())
    assert outward == bool((pushes >= -0.01 * pushes.max()).all() and pushes.max() > 0.1)
    assert is_outward(np.array([0.2, 0.0, 1.0])) and is_outward(np.array([1.0, -0.005]))
    assert not is_outward(np.array([1.0, -0.02])) and not is_outward(np.array([0.05, 0.05]))


def test_why_e_has_no_least():
    free, held = (TwoClasses.posed(DATA, None, RidgeParams(penalty=penalty)) for penalty in (0.0, 1.0))
    w = np.array([9.0, 3.0, 4.0])
    assert is_separated(0.69) and not is_separated(0.7)
    assert free.endless(w, 0.7) == held.endless(w, 0.1) == held.endless(w, 0.7, outward=True) == ""
    assert free.endless(w, 0.5).startswith(
        "The classes are separable: a line has every point on its right side. E = 0.5"
    )
    assert "‖w‖ = 5 now" in free.endless(w, 0.5)
    assert free.endless(w, 0.7, outward=True).startswith("The classes only touch: a line separates all points")


def test_why_a_hessian_leads_nowhere():
    far = DATA.changed(X=DATA.X + np.array([0.0, 1e9]))
    assert (far_column(DATA), far_column(far)) == ("", "x2")
    lost = TwoClasses.posed(far, None, RidgeParams()).lost("the rank is 2", "Do this.")
    assert (
        lost == "x2 lies so far from 0 that it is numerically the same as the bias, and the rank is 2: "
        "subtract its mean first."
    )
    lost = TwoClasses.posed(DATA, None, RidgeParams(penalty=1.0)).lost("the rank is 2", "Do this.")
    assert lost.startswith("E + penalty is not at its least, but the probabilities are so near to 0 and 1")
    assert lost.endswith(": the rank is 2. Do this.")
    assert why_flat(2, 3, DATA.subset([0, 3])).startswith("There are 3 weights for 2 points: the Hessian has rank 2")
    assert "in each class" in why_flat(2, 6, DATA.subset([0, 3]), 2)
    assert "x1 never changes" in why_flat(2, 3, DATA.changed(X=DATA.X * [0.0, 1.0]))
    assert why_flat(2, 3, DATA).startswith("The Hessian has rank 2 of 3: a column is a sum of others")


# -- what is said ------------------------------------------------------------------------------------------------------


def test_the_row_that_costs_most_is_worked():
    row = int(np.argmax(own_losses()))
    a, loss, t = activations()[row], own_losses()[row], float(DATA.codes[row])
    y, phi = 1 / (1 + np.exp(-a)), np.append(1.0, DATA.X[row])
    name = DATA.class_name(int(DATA.codes[row]))
    slope, response = (two_classes.largest_loss(MODEL, DATA, why) for why in ("slope", "response"))
    assert slope[0] == f"largest loss: point {row + 1} ({name}), a = {figure(a)}"
    assert slope[1] == f"−ln P({name}) = −ln {figure(np.exp(-loss))} = {figure(loss)}"
    assert slope[2] == f"its part of ∇E: (y − t) φ = {figure(y - t)} · {vector(phi)} = {vector((y - t) * phi)}"
    assert response[:2] == slope[:2]
    R = y * (1 - y)
    worked = (
        f"its weight R = y(1 − y) = {figure(R)}, its working response z = a − (y − t)/R = {figure(a - (y - t) / R)}"
    )
    assert response[2] == worked


@pytest.mark.parametrize("flip", [1.0, -1.0])
def test_costliest_row_may_be_of_either_class(flip):
    model = Logistic(flip * MODEL.weights, flip * MODEL.bias, CODED)
    y = 1 / (1 + np.exp(-flip * activations()))
    row = int(np.argmax(-np.log(np.where(DATA.codes == 1, y, 1 - y))))
    part = two_classes.largest_loss(model, DATA, "slope")[2]
    assert f"= {figure(y[row] - DATA.codes[row])} ·" in part


def test_underflowing_probability_is_stated():
    assert two_classes.surprise("P(A)", 2.0) == "−ln P(A) = −ln 0.1353 = 2"
    assert two_classes.surprise("P(A)", 5000.0) == "−ln P(A) = 5000, and P(A) is too small for a number"


def test_the_table_of_weights():
    after = Logistic(np.array([2.0, 1.0]), -1.0, CODED)
    step = SimpleNamespace(before=MODEL, model=after, gradient=np.array([7.0, 8.0, 9.0]), least="E + penalty")
    table = two_classes.weights(step, DATA)
    assert table.columns == ("weight of", "before", "change", "after", "∂(E + penalty)/∂w")
    assert table.rows == (("bias", 0.25, -1.25, -1.0, 7.0), ("x1", 1.0, 1.0, 2.0, 8.0), ("x2", -0.5, 1.5, 1.0, 9.0))


def test_how_steep_the_probability_is():
    numbers = {number.name: number.value for number in two_classes.steepness(MODEL)}
    unit = MODEL.weights / np.linalg.norm(MODEL.weights)
    edge = -MODEL.bias / np.linalg.norm(MODEL.weights) * unit
    near = MODEL.predict_proba(np.array([edge - 1e-5 * unit, edge + 1e-5 * unit]))[:, 1]
    assert numbers["‖w‖"] == pytest.approx(np.linalg.norm(MODEL.weights))
    assert numbers["slope at the boundary"] == pytest.approx((near[1] - near[0]) / 2e-5, rel=1e-6)
    half = numbers["p from 0.1 to 0.9 within"] / 2
    assert MODEL.predict_proba(np.array([edge - half * unit, edge + half * unit]))[:, 1] == pytest.approx([0.1, 0.9])
    assert len(two_classes.steepness(Logistic(np.zeros(2), 1.0, CODED))) == 2


@pytest.mark.parametrize("x", [[2.0, 0.0], [-2.0, 1.0]])
def test_a_point_is_asked_about(x):
    story = two_classes.about(MODEL, DATA, np.array(x)).story
    numbers = {number.name: number.value for number in story.numbers}
    a = MODEL.weights @ x + MODEL.bias
    high = 1 / (1 + np.exp(-a))
    low_name, high_name = (DATA.class_name(code) for code in CODED)
    assert numbers["activation a"] == pytest.approx(a)
    assert (numbers[f"P({low_name})"], numbers[f"P({high_name})"]) == pytest.approx((1 - high, high))
    assert numbers[f"loss if {low_name}"] == pytest.approx(-np.log(1 - high))
    assert numbers[f"loss if {high_name}"] == pytest.approx(-np.log(high))
    name = high_name if a > 0 else low_name
    assert story.sentence == f"This point is classified as {name}, with the probability {figure(max(high, 1 - high))}."


def test_where_a_run_begins():
    low, high = (DATA.class_name(code) for code in CODED)
    said = two_classes.say_start(Logistic(np.zeros(2), 0.0, CODED), 3.5, DATA)
    assert said.endswith(f"σ(0) = ½: E = 3.5 for 5 points. The target t is 0 for {low} and 1 for {high}.")
    assert two_classes.say_start(MODEL, 3.5, DATA).startswith("The start is given: E = 3.5")


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_plane_has_region_lines_and_mistakes():
    before = Logistic(np.array([0.0, 1.0]), 2.0, CODED)
    drawn = [mark for mark in made(two_classes.plane(MODEL, before, DATA)) if mark.surface.kind == "plane"]
    region, ghost, high, low, edge, missed = drawn
    assert isinstance(region, Region) and region.show == "probability"
    assert all(isinstance(line, Line) for line in (ghost, high, low, edge))
    assert (ghost.role, ghost.weights.tolist(), ghost.bias) == ("ghost", [0.0, 1.0], 2.0)
    for line, p in ((high, 0.9), (low, 0.1), (edge, 0.5)):
        assert line.weights.tolist() == [1.0, -0.5] and line.bias == 0.25
        assert 1 / (1 + np.exp(-line.level)) == pytest.approx(p)
    assert isinstance(missed, Points) and missed.role == "wrong"
    assert missed.rows.tolist() == np.flatnonzero(MODEL.predict(DATA.X) != DATA.codes).tolist()


def test_sigmoid_curve_runs_through_the_targets():
    curve, dots = two_classes.curve(MODEL, None, DATA)
    assert isinstance(curve, Curve) and isinstance(dots, Points)
    assert (curve.surface.x, curve.surface.y) == ("activation a", "P(low)")
    assert curve.positions[:, 1] == pytest.approx(1 / (1 + np.exp(-curve.positions[:, 0])))
    assert dots.positions[:, 0] == pytest.approx(activations()) and dots.positions[:, 1].tolist() == DATA.codes.tolist()
    one = DATA.select([0])
    before, after = Logistic(np.array([1.0]), 0.0, CODED), Logistic(np.array([2.0]), -1.0, CODED)
    ghost, curve, cut, half, dots = two_classes.curve(after, before, one)
    assert (ghost.role, curve.role) == ("ghost", "boundary")
    assert ghost.positions[:, 1] == pytest.approx(before.predict_proba(ghost.positions[:, :1])[:, 1])
    assert curve.positions[:, 1] == pytest.approx(after.predict_proba(curve.positions[:, :1])[:, 1])
    assert dots.positions[:, 0].tolist() == one.X[:, 0].tolist()
    assert cut.positions.tolist() == [[0.5, 0.0], [0.5, 1.0]] and half.position[0] == 0.5, "where 2 x − 1 = 0"
    level = Logistic(np.zeros(1), 0.0, CODED)
    assert len(two_classes.curve(level, None, one)) == 2, "without a weight there is no threshold"


def test_working_responses_lie_about_the_diagonal_with_weights():
    move = np.array([0.1, -0.2, 0.3])
    line, dots = two_classes.response(MODEL, move, DATA)
    a = activations()
    y = 1 / (1 + np.exp(-a))
    R = y * (1 - y)
    assert dots.positions[:, 0] == pytest.approx(a + with_ones(DATA.X) @ move)
    assert dots.positions[:, 1] == pytest.approx(a - (y - DATA.codes) / R)
    assert dots.sizes == pytest.approx(4 * R) and dots.rows.tolist() == list(range(5))
    assert (line.positions[:, 0] == line.positions[:, 1]).all()
    assert line.positions[:, 0].tolist() == [dots.positions[:, 0].min(), dots.positions[:, 0].max()]


def test_without_a_model_no_point_is_misclassified():
    """All probabilities are one half before the first step: rings around one of the classes would claim a side."""
    blank = Logistic(np.zeros(2), 0.0, (0, 1))
    assert two_classes.missed_rows(blank, DATA).tolist() == []
    assert two_classes.missed_rows(MODEL, DATA).tolist() == np.flatnonzero(MODEL.predict(DATA.X) != DATA.codes).tolist()
    (rings,) = [mark for mark in two_classes.plane(blank, None, DATA) if getattr(mark, "role", "") == "wrong"]
    assert len(rings.positions) == 0
