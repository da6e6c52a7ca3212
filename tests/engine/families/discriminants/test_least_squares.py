"""Least squares against the worked examples, numpy, scikit-learn, and its own promises."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import RidgeClassifier
from sklearn.preprocessing import OneHotEncoder

import engine
from engine.base.errors import Refusal
from engine.core.marks import Bars, Curve, Line, Matrix, Points
from engine.data.toys import generate
from engine.families.discriminants.least_squares import ALGORITHM
from engine.families.discriminants.least_squares.drawing import marks
from engine.families.discriminants.least_squares.loop import Params, targets
from engine.families.discriminants.least_squares.starting import blank
from engine.families.discriminants.least_squares.telling import explain, inspect, masked
from engine.models.basis import Polynomial
from engine.models.linear import Hyperplane, Scores
from engine.parts.basis import expanded
from tests.catalogue import shows


def _outside(step, data, params):
    """How many outputs lie below the lower target or above the higher one."""
    outputs = np.column_stack([np.ones(data.n), data.X]) @ step.weights
    low = -1.0 if params.coding == "±1" else 0.0
    return ((outputs < low - 1e-9) | (outputs > 1 + 1e-9)).sum()


def _punished(step, data, params):
    """½ Σ (y − t)² of the rows whose own output lies beyond its target."""
    Y, T = np.column_stack([np.ones(data.n), data.X]) @ step.weights, targets(data, params)
    own = np.argmax(T, axis=1)
    side = np.where(T[np.arange(data.n), own] > 0.5, 1.0, -1.0)
    beyond = side * (Y - T)[np.arange(data.n), own] > 1e-9
    return 0.5 * ((Y - T)[beyond] ** 2).sum()


def _farthest(step, data, params):
    """The outputs of the row with the one farthest outside the range of the targets, as they were fitted."""
    outputs = expanded(data, step.model.basis).design @ step.weights
    middle = 0.0 if params.coding == "±1" else 0.5
    return outputs[np.abs(outputs - middle).max(axis=1).argmax()]


PLACED = {"Outputs: bars": _farthest}
FOLLOWS = {"outputs outside": _outside, "of E from points beyond the target": _punished}

W29 = engine.Dataset.from_arrays([[0.0], [1], [4], [5], [8], [9]], [0, 0, 1, 1, 2, 2], class_names=["a", "b", "c"])
BEFORE = engine.Dataset.from_arrays([[0.0], [1], [2], [3], [4], [5]], [0, 0, 0, 1, 1, 1])
AFTER = BEFORE.with_rows([[20.0], [25.0]], [1, 1])
CODINGS = ("1 of K", "±1", "0/1")


def run(data, start=None, **params):
    return ALGORITHM.trace(data, start=start, **params).to_end()


def story(trace, data, index=-1, **params):
    return explain(trace[index], data, Params(**params))


def on(marks, name):
    return [mark for mark in marks if mark.surface.name == name]


def boundary(data, **params):
    model = run(data, **params)[-1].model
    if isinstance(model, Scores):
        return -(model.biases[1] - model.biases[0]) / (model.weights[1, 0] - model.weights[0, 0])
    return -model.bias / model.weights[0]


def standardised(name):
    data = engine.load(name)
    return data.changed(X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))


# -- the worked examples -----------------------------------------------------------------------------------------------


@shows("LS5", "W29")
def test_w29_the_middle_class_is_masked():
    trace = run(W29)
    last = trace[-1]
    expected = [[0.882951653944, 0.333333333333, -0.216284987277], [-0.12213740458, 0.0, 0.12213740458]]
    assert last.weights == pytest.approx(np.array(expected), abs=1e-9)
    Y = last.model.decision_function(W29.X)
    assert Y.sum(axis=1) == pytest.approx(np.ones(6), abs=1e-9)
    rows = [
        [0.882951653944, 0.333333333333, -0.216284987277],
        [0.760814249364, 0.333333333333, -0.0941475826972],
        [0.394402035623, 0.333333333333, 0.272264631043],
    ]
    assert pytest.approx(np.array(rows + [row[::-1] for row in rows[::-1]]), abs=1e-9) == Y
    assert (np.diff(np.sort(Y, axis=1))[:, -1] > 1e-3).all()  # no ties
    assert (Y.min(), Y.max()) == pytest.approx((-0.216284987277, 0.882951653944), abs=1e-9)
    assert last.model.predict(W29.X).tolist() == [0, 0, 0, 2, 2, 2]
    assert last.wrong == 2
    assert masked(last.model, W29) == (1,)
    told = story(trace, W29)
    assert "b is masked" in told.sentence and "outputs are no probabilities" in told.sentence
    assert all(check.holds for check in told.checks) and told.checks


def test_several_masked_classes_are_named_together():
    row = engine.Dataset.from_arrays(np.arange(10.0)[:, None], np.repeat(list("abcde"), 2).tolist())
    assert "b, c and d are masked: their outputs" in story(run(row), row).sentence


@shows("W29")
def test_w29_outputs_are_lines_over_the_axis():
    drawn = on(marks(run(W29)[-1], W29, Params()), "Outputs")
    lines = [mark for mark in drawn if isinstance(mark, Curve) and mark.group is not None]
    assert [line.label for line in lines] == ["a", "b", "c"]
    assert lines[1].positions[:, 1] == pytest.approx([1 / 3, 1 / 3])
    points = next(mark for mark in drawn if isinstance(mark, Points))
    assert points.positions[:, 1].tolist() == [1.0] * 6 and points.rows.tolist() == [0, 1, 2, 3, 4, 5]


@shows("LS4")
@pytest.mark.parametrize("coding", CODINGS)
def test_w30_correct_far_points_move_the_boundary(coding):
    assert boundary(BEFORE, coding=coding) == pytest.approx(2.5, abs=1e-9)
    assert boundary(AFTER, coding=coding) == pytest.approx(3.46153846154, abs=1e-9)
    assert run(BEFORE, coding=coding)[-1].wrong == 0
    assert run(AFTER, coding=coding)[-1].wrong == 1


FAR = BEFORE.with_rows([[20.0]], [0])
"""W91: the far point has the wrong label."""


@shows("LS4", "W91")
@pytest.mark.parametrize("coding", CODINGS)
def test_w91_mislabelled_far_point_turns_both_lines(coding):
    how = {"coding": coding, "beside": "logistic regression"}
    assert boundary(FAR, **how) == pytest.approx(-1.666667, abs=1e-3)
    step = run(FAR, **how)[-1]
    (line,) = [m for m in marks(step, FAR, Params(**how)) if isinstance(m, Line) and m.label == "logistic: p = ½"]
    assert line.weights == pytest.approx([-0.04683], abs=1e-3)
    assert -line.bias / line.weights[0] == pytest.approx(-1.3461, abs=1e-3)
    said = explain(step, FAR, Params(**how))
    assert "Logistic regression, with λ = 0.1, has 3 points on the wrong side." in said.sentence
    (table,) = [table for table in said.tables if table.title == "Least squares and logistic regression"]
    assert [row[1] for row in table.rows] == [3, 3]
    assert [row[2] for row in table.rows] == pytest.approx([-1.666667, -1.3461], abs=1e-3)


@shows("LS4")
@pytest.mark.parametrize("coding", CODINGS)
def test_w30_too_correct_points_are_penalised_unlike_in_logistic_regression(coding):
    how = {"coding": coding, "beside": "logistic regression"}
    said = story(run(AFTER, **how), AFTER, **how)
    assert "points are beyond the target on the right side, and still penalised." in said.sentence
    part = next(one.value for one in said.numbers if one.name == "of E from points beyond the target")
    assert 0 < part < run(AFTER, **how)[-1].error
    (table,) = [table for table in said.tables if table.title == "Least squares and logistic regression"]
    assert [row[1] for row in table.rows] == [1, 0] and table.rows[1][2] == pytest.approx(2.5, abs=0.05)
    toy = {side: generate("outlier", seed=1, n=12, where=side, distance=30.0) for side in ("right side", "wrong side")}
    wrong = {side: compare(data, **how) for side, data in toy.items()}
    assert wrong["right side"][1] == 0 < wrong["right side"][0] and min(wrong["wrong side"]) > 1


def compare(data, **how):
    """The rows on the wrong side, by least squares and by logistic regression."""
    told = explain(run(data, **how)[-1], data, Params(**how)).tables
    return next([row[1] for row in table.rows] for table in told if table.title.startswith("Least squares and"))


@shows("LS2")
def test_ls2_both_codings_give_the_same_boundary():
    data = standardised("breast_cancer")
    plus, zero = (run(data, coding=coding)[-1].model for coding in ("±1", "0/1"))
    assert isinstance(plus, Hyperplane) and isinstance(zero, Hyperplane)
    assert plus.weights == pytest.approx(2 * zero.weights, abs=1e-9)
    assert plus.bias == pytest.approx(2 * zero.bias, abs=1e-9)
    scores = run(data)[-1].model
    assert np.array_equal(scores.predict(data.X), plus.predict(data.X))


@shows("LD8")
def test_ld8_targets_are_one_of_k():
    data = engine.load("wine")
    expected = OneHotEncoder(sparse_output=False).fit_transform(data.codes[:, None])
    assert np.array_equal(targets(data, Params()), expected)
    table = marks(run(data)[0], data, Params())[0]
    assert isinstance(table, Matrix) and table.column_labels == data.class_names
    assert (table.values.sum(axis=1) == 1).all() and (table.values.sum(axis=0) > 0).all()


# -- oracles -----------------------------------------------------------------------------------------------------------


@shows("LS1")
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer"])
@pytest.mark.parametrize("coding", CODINGS)
def test_it_is_the_lstsq_of_numpy(name, coding):
    """On a mean far from 0, where a bias of the wrong sign shows."""
    data = standardised(name)
    data = data.changed(X=data.X + np.linspace(3.0, 40.0, data.d))
    if coding != "1 of K":
        data = data.subset(data.codes < 2)
    T = targets(data, Params(coding=coding))
    expected = np.linalg.lstsq(np.column_stack([np.ones(data.n), data.X]), T, rcond=None)[0]
    last = run(data, coding=coding)[-1]
    assert np.abs(expected[0]).min() > 0.1
    assert last.weights == pytest.approx(expected, rel=1e-7, abs=1e-7)
    assert last.error == pytest.approx(0.5 * ((np.column_stack([np.ones(data.n), data.X]) @ expected - T) ** 2).sum())


def test_predictions_match_the_ridge_classifier():
    data = standardised("breast_cancer")
    oracle = RidgeClassifier(alpha=2.0).fit(data.X, data.codes)
    model = run(data, penalty=2.0, coding="±1")[-1].model
    assert model.weights == pytest.approx(oracle.coef_.ravel(), abs=1e-9)
    assert np.array_equal(model.predict(data.X), oracle.predict(data.X))


def test_a_rank_too_low_is_said_in_words():
    data = W29.changed(X=np.column_stack([W29.X, 2 * W29.X]), columns=())
    told = story(run(data), data, 2)
    assert "rank is 2 of 3" in told.sentence and "those of least norm are taken" in told.sentence
    still = W29.changed(X=np.column_stack([W29.X, np.full(6, 7.0)]), columns=())
    assert "x2 never changes" in story(run(still), still, 2).sentence


# -- properties --------------------------------------------------------------------------------------------------------


@shows("LS3")
@given(st.integers(0, 10_000), st.sampled_from([1.0, 1e-9, 1e9]), st.sampled_from([0.0, 1e7]))
def test_outputs_sum_to_one_in_any_units(seed, unit, offset):
    rng = np.random.default_rng(seed)
    data = engine.Dataset.from_arrays(unit * (rng.normal(size=(30, 3)) + offset), rng.integers(0, 3, 30) % 3)
    model = run(data)[-1].model
    assert model.decision_function(data.X).sum(axis=1) == pytest.approx(np.ones(30), abs=1e-6)


def test_far_from_the_origin_no_digit_is_lost():
    data = standardised("iris")
    near, far = run(data)[-1], run(data.changed(X=data.X + 1e7))[-1]
    assert far.weights[1:] == pytest.approx(near.weights[1:], abs=1e-7)
    assert far.rank == near.rank == 5


# -- edges -------------------------------------------------------------------------------------------------------------


def test_two_outputs_are_refused_for_three_classes():
    for coding in ("±1", "0/1"):
        with pytest.raises(Refusal, match=r"set coding to '1 of K'"):
            run(W29, coding=coding)


def test_class_with_one_example_and_labels_of_any_text():
    data = engine.Dataset.from_arrays([[0.0, 1.0], [1.0, 0.0], [5.0, 5.0]], ["ä b", "ä b", "?"])
    trace = run(data)
    assert trace[-1].wrong == 0 and trace.ending.kind == "converged"
    assert "There are 3 weights" not in story(trace, data, 2).sentence


def test_overflow_with_a_basis_ends_in_words():
    """The basis of the parameters is refused before the run, that of a start is known to be too much in it."""
    data = BEFORE.changed(X=BEFORE.X * 1e60)
    with pytest.raises(Refusal, match=r"power of 6.* too large to square: standardise"):
        run(data, basis="polynomial", degree=6)
    trace = run(data, start=blank(Polynomial.of_degree(6, data.d), data))
    assert trace.ending.kind == "failed" and "too large to square" in trace.ending.words
    for step in trace:
        assert marks(step, data, Params(basis="polynomial", degree=6)) is not None


def test_a_basis_bends_the_boundary():
    data = engine.load("gate_xor")
    assert run(data)[-1].wrong > 0
    last = run(data, basis="polynomial")[-1]
    assert last.wrong == 0 and isinstance(last.model.basis, Polynomial)
    drawn = marks(last, data, Params(basis="polynomial"))
    assert on(drawn, "Feature space") and not [m for m in on(drawn, "Data") if isinstance(m, Line)]


def test_a_start_gives_its_basis_only():
    basis = Polynomial.of_degree(2, 2)
    data = engine.load("gate_xor")
    start = Scores(np.full((2, 5), 9.0), np.zeros(2), np.array([0, 1]), basis)
    assert run(data, start)[-1].model == run(data, basis="polynomial")[-1].model


def test_queried_point_shows_outputs_sum_and_boundary():
    answer = inspect(run(W29)[-1], W29, Params(), np.array([20.0]))
    told = {number.name: number.value for number in answer.story.numbers}
    assert told["sum"] == pytest.approx(1.0)
    assert told["y of a"] < 0 < 1 < told["y of c"]
    assert "no probability" in answer.story.sentence
    bars = next(mark for mark in answer.marks if isinstance(mark, Bars))
    assert bars.values == pytest.approx([told["y of a"], told["y of b"], told["y of c"]])
    assert inspect(run(W29)[0], W29, Params(), np.array([20.0])) is None


def test_normal_equations_are_shown_and_hold():
    trace = run(BEFORE, coding="0/1", penalty=2.0)
    left, right = on(marks(trace[1], BEFORE, Params(coding="0/1", penalty=2.0)), "Normal equations")
    assert left.values.tolist() == [[6.0, 15.0], [15.0, 57.0]]
    assert left.values @ trace[-1].weights == pytest.approx(right.values)
