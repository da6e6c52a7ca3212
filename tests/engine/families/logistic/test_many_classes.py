"""What the softmax regressions share in words and pictures, computed here anew."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import log_softmax

import engine
from engine.base.words import figure, vector
from engine.core.marks import Curve, Points, Segments
from engine.families.logistic import class_space, many_classes
from engine.families.logistic.objectives import ManyClasses
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.gradient_check import central_differences
from engine.models.linear import Softmax
from engine.parts.ridge import RidgeParams

DATA = engine.Dataset.from_arrays(
    [[0.0, 1.0], [1.0, 0.5], [2.0, -1.0], [3.0, 2.0], [-1.0, 4.0]], ["A", "A", "B", "C", "B"]
)
MODEL = Softmax(np.array([[1.0, -0.5], [0.2, 0.3], [-0.7, 0.4]]), np.array([0.25, -0.1, 0.6]), np.array([0, 1, 2]))


def log_shares(model=MODEL, X=DATA.X):
    return log_softmax(X @ model.weights.T + model.biases, axis=1)


def own_losses():
    return -log_shares()[np.arange(DATA.n), DATA.codes]


@pytest.mark.parametrize(
    "params", [RidgeParams(), RidgeParams(penalty=2.0), RidgeParams(penalty=2.0, penalise_bias=True)]
)
def test_objective_gradient_and_curvature(params):
    objective, W = ManyClasses.posed(DATA, None, params), MODEL.packed
    here, nudges = objective.at(W), np.full(9, 1e-5)
    held = W if params.penalise_bias else W[:, 1:]
    assert here.error == pytest.approx(own_losses().sum())
    assert (
        here.value == objective.value(W.ravel()) == pytest.approx(here.error + 0.5 * params.penalty * (held**2).sum())
    )
    slope = central_differences(objective.value, W.ravel(), nudges)
    assert here.gradient().ravel() == pytest.approx(slope, abs=1e-6)

    def slopes(j):
        return lambda w: objective.at(w.reshape(3, 3)).gradient().ravel()[j]

    rows = [central_differences(slopes(j), W.ravel(), nudges) for j in range(9)]
    assert here.curvature() == pytest.approx(np.array(rows), abs=1e-6)
    assert here.wrong() == (MODEL.predict(DATA.X) != DATA.codes).sum()
    assert objective.model(W) == MODEL and objective.shown(W).tolist() == MODEL.weights.tolist()
    assert 1 / objective.safe_rate >= np.linalg.eigvalsh(here.curvature())[-1]


def test_bounds_on_the_change_of_a_step():
    objective = ManyClasses.posed(DATA, None, RidgeParams())
    move = np.array([[0.3, 1.0, 0.0], [-1.0, 0.5, 0.2], [0.1, -2.0, 1.0]])
    shifts = with_ones(DATA.X) @ move.T
    assert objective.pushed(move.ravel())[0] == pytest.approx((shifts.max(axis=1) - shifts.min(axis=1)).max())
    assert not objective.pushed(move.ravel())[1]
    lifted = with_ones(DATA.X)[:3]
    apart = ManyClasses.posed(DATA.subset([0, 2, 3]), None, RidgeParams())
    helping = np.linalg.solve(with_ones(DATA.X[[0, 2, 3]]), np.eye(3)).T
    assert lifted.shape == (3, 3) and apart.pushed(helping.ravel()) == (pytest.approx(1.0), True)


def test_why_e_has_no_least():
    free = ManyClasses.posed(DATA, None, RidgeParams())
    words = free.endless(MODEL.packed, 0.7, outward=True)
    assert words.startswith("Some classes are separable from the others, or separable but for touching points.")
    assert f"‖w‖ = {figure(np.linalg.norm(MODEL.weights))} now" in words
    assert free.endless(MODEL.packed, 0.6).startswith("The classes are separable")
    assert free.endless(MODEL.packed, 0.7) == ""


# -- what is said ------------------------------------------------------------------------------------------------------


def test_the_row_that_costs_most_is_worked():
    row = int(np.argmax(own_losses()))
    shares, code, loss = np.exp(log_shares()[row]), int(DATA.codes[row]), own_losses()[row]
    name = DATA.class_name(code)
    scores = MODEL.weights @ DATA.X[row] + MODEL.biases
    assert many_classes.largest_loss(MODEL, DATA, many_classes.ShiftParams()) == (
        f"largest loss: point {row + 1} ({name}), scores a = {vector(scores)}",
        f"y = softmax(a) = {vector(shares)}",
        f"−ln P({name}) = −ln {figure(shares[code])} = {figure(loss)}: only the term of its own class counts",
        f"its part of ∇ₖE is (yₖ − tₖ) φ, with y − t = {vector(shares - np.eye(3)[code])}, whose sum is 0",
    )


def test_tables_have_a_column_for_each_class():
    gradient = np.arange(9.0).reshape(3, 3)
    weights, slopes = many_classes.tables(MODEL, gradient, "E", DATA)
    assert weights.columns == slopes.columns == ("weight of", "A", "B", "C")
    assert weights.rows == (("bias", 0.25, -0.1, 0.6), ("x1", 1.0, 0.2, -0.7), ("x2", -0.5, 0.3, 0.4))
    assert slopes.rows == (("bias", 0, 3, 6), ("x1", 1, 4, 7), ("x2", 2, 5, 8))


def test_of_two_classes_only_the_difference_counts():
    two = Softmax(MODEL.weights[:2], MODEL.biases[:2], np.array([0, 1]))
    (number,) = many_classes.two_class_numbers(two, DATA)
    assert number.name == "w(B) − w(A)" and number.value == pytest.approx([-0.35, -0.8, 0.8])
    assert many_classes.two_class_numbers(MODEL, DATA) == []


def test_gradients_sum_to_their_penalty():
    held = np.array([0.0, 2.0, 2.0])
    gradient = np.array([[1.0, 2.0, 3.0], [-3.0, 1.0, 0.0], [2.0, -3.0, -3.0]])
    assert many_classes.zero_sum(MODEL, gradient + held * MODEL.packed, held, 1.0).holds
    assert not many_classes.zero_sum(MODEL, gradient, held, 1.0).holds
    assert not many_classes.zero_sum(MODEL, gradient + np.array([0.0, 0.1, 0.0]), 0 * held, 1.0).holds


def test_a_point_is_asked_about():
    x = np.array([1.5, 2.0])
    logs = log_shares(X=x[None])[0]
    story = many_classes.about(MODEL, DATA, x).story
    (table,) = story.tables
    assert table.columns == ("class", "score a", "P", "loss −ln P") and table.chosen == int(np.argmax(logs))
    for k, (name, score, share, loss) in enumerate(table.rows):
        assert name == "ABC"[k] and score == pytest.approx(MODEL.weights[k] @ x + MODEL.biases[k])
        assert (share, loss) == pytest.approx((np.exp(logs[k]), -logs[k]))
    best = "ABC"[int(np.argmax(logs))]
    assert story.sentence == f"This point is classified as {best}, with the probability {figure(np.exp(logs.max()))}."


def test_where_a_run_begins():
    said = many_classes.say_start(Softmax(np.zeros((3, 2)), np.zeros(3), np.arange(3)), 5.5, DATA)
    assert said == (
        "All weights are 0, so each of the 3 classes has the probability 1/3 everywhere: E = 5.5 for 5 points."
    )
    assert many_classes.say_start(MODEL, 5.5, DATA).startswith("The start is given: E = 5.5")


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_classes_are_arrows_with_paths_and_next_steps():
    way = np.array([np.zeros((3, 2)), 0.5 * MODEL.weights, MODEL.weights])
    move = np.arange(9.0).reshape(3, 3)
    drawn = class_space.weight_space(way, move, MODEL, DATA, DATA, RidgeParams())
    ways = [mark for mark in drawn if isinstance(mark, Curve)]
    assert [(mark.group, mark.positions.tolist()) for mark in ways] == [(k, way[:, k].tolist()) for k in range(3)]
    arrows, following = (mark for mark in drawn if isinstance(mark, Segments))
    assert not arrows.starts.any() and arrows.ends.tolist() == MODEL.weights.tolist()
    assert following.starts.tolist() == MODEL.weights.tolist()
    assert following.ends == pytest.approx(MODEL.weights + move[:, 1:])
    tips = next(mark for mark in drawn if isinstance(mark, Points))
    assert tips.labels == ("A", "B", "C") and tips.positions.tolist() == MODEL.weights.tolist()


def test_plane_marks_mistakes_and_one_feature_shows_every_probability():
    missed = next(mark for mark in many_classes.plane(MODEL, DATA) if isinstance(mark, Points))
    assert missed.rows.tolist() == np.flatnonzero(MODEL.predict(DATA.X) != DATA.codes).tolist()
    one, model = DATA.select([0]), Softmax(MODEL.weights[:, :1], MODEL.biases, np.arange(3))
    curves = [mark for mark in many_classes.plane(model, one) if isinstance(mark, Curve)]
    assert [mark.label for mark in curves] == ["A", "B", "C"]
    for k, mark in enumerate(curves):
        assert mark.positions[:, 1] == pytest.approx(np.exp(log_shares(model, mark.positions[:, :1])[:, k]))


def test_placed_class_replaces_the_nearest():
    params = RidgeParams()
    tips = np.array([[1.0, 0.0], [0.0, 2.0], [-1.0, -1.0]])
    placed = many_classes.placed(tips, DATA, params)
    assert many_classes.place(placed, DATA).tolist() == tips.tolist() and not placed.biases.any()
    moved = many_classes.placed(np.vstack([tips, [[0.1, 1.5]]]), DATA, params)
    assert many_classes.place(moved, DATA).tolist() == [[1.0, 0.0], [0.1, 1.5], [-1.0, -1.0]]
