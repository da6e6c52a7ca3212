"""Least absolute deviations: against linear programming and scikit-learn, exchange by exchange, drawn and told."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

import engine
from engine.core.marks import Bars, Curve, Points, Response
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.maths.optimisation.least_absolute import independent_columns
from tests.engine.families.looked_at import of, told
from tests.engine.families.robust_regression.outliers import left, line, mae, plane, rmse

FOLLOWS = {
    "RMSE": rmse,
    "MAE": mae,
    "Σ |r|": lambda step, data, params: np.abs(left(step.model, data)).sum(),
    "Σ |r| goes from": lambda step, data, params: np.abs(left(step.before, data)).sum(),
}


def least(X, t):
    """The least Σ |t − y|, by a solver of linear programs."""
    n = len(t)
    Phi = np.column_stack([np.ones(n), X])
    M = Phi.shape[1]
    cost = np.append(np.zeros(M), np.ones(2 * n))
    equal = np.hstack([Phi, np.eye(n), -np.eye(n)])
    bounds = [(None, None)] * M + [(0, None)] * (2 * n)
    return linprog(cost, A_eq=equal, b_eq=t, bounds=bounds, method="highs").fun


# -- the mathematics ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [line(), plane(), line(n=9, outliers=2)], ids=["line", "plane", "few"])
def test_result_agrees_with_scikit_learn_and_linear_programming(data):
    from sklearn.linear_model import QuantileRegressor

    right = QuantileRegressor(quantile=0.5, alpha=0.0, solver="highs").fit(data.X, data.y)
    step = engine.trace("least_absolute", data).to_end()[-1]
    assert step.model.weights == pytest.approx(right.coef_, rel=1e-6, abs=1e-6)
    assert step.model.bias == pytest.approx(right.intercept_, rel=1e-6, abs=1e-6)
    assert step.error == pytest.approx(least(data.X, data.y))


@given(st.integers(1, 12), st.integers(1, 3), st.booleans(), st.integers(0, 499))
def test_any_table_ends_at_the_least_sum(n, d, whole, seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, size=(n, d)).astype(float) if whole else rng.normal(size=(n, d))
    t = rng.integers(-5, 6, size=n).astype(float) if whole else rng.standard_cauchy(size=n)
    data = Dataset(X, t)
    trace, stories, _ = told("least_absolute", data)
    assert trace.ending.kind == "converged"
    assert trace[-1].error == pytest.approx(least(X, t), rel=1e-7, abs=1e-7)
    assert all(check.holds for story in stories for check in story.checks)


def test_every_fit_interpolates_its_rows_and_exchanges_one():
    data = plane()
    trace = engine.trace("least_absolute", data).to_end()
    assert len(trace) > 4 and [step.kind for step in trace[:2]] == ["least squares", "start"]
    for step in trace[1:]:
        r = data.y - step.model.predict(data.X)
        assert r[step.rows] == pytest.approx(np.zeros(3), abs=1e-9) and step.error == pytest.approx(np.abs(r).sum())
        others = np.sign(r)
        others[step.rows] = 0.0
        Phi = np.column_stack([np.ones(data.n), data.X])
        assert step.multipliers @ Phi[step.rows] + others @ Phi == pytest.approx(np.zeros(3), abs=1e-8)
    for before, step in itertools.pairwise(trace[1:]):
        assert set(before.rows) - set(step.rows) == {step.leaving}
        assert set(step.rows) - set(before.rows) == {step.entering}
        worst = int(np.argmax(np.abs(before.multipliers)))
        assert before.rows[worst] == step.leaving and abs(before.multipliers[worst]) > 1
        assert step.error < before.error and step.before == before.model
    assert np.abs(trace[-1].multipliers).max() <= 1 + 1e-9


def test_first_rows_are_independent_and_nearest_to_least_squares():
    data = Dataset(np.array([[1.0], [1.0], [2.0], [9.0]]), np.array([2.0, 2.1, 4.0, 30.0]))
    trace = engine.trace("least_absolute", data).to_end()
    r = np.abs(data.y - trace[0].model.predict(data.X))
    assert trace[1].rows.tolist() == sorted(
        [int(np.argmin(r)), next(i for i in np.argsort(r)[1:] if data.X[i, 0] != data.X[np.argmin(r), 0])]
    )


def test_without_varying_columns_it_is_the_median():
    data = Dataset(np.full((5, 1), 3.0), np.array([1.0, 9.0, 2.0, 100.0, 4.0]))
    trace = engine.trace("least_absolute", data).to_end()
    assert trace[-1].model.predict(data.X)[0] == pytest.approx(4.0) and trace[-1].rows.tolist() == [4]


def test_one_far_row_moves_nothing():
    data = line(outliers=1)
    farther = data.with_targets([29], data.y[29] - 1e6)
    first, second = (engine.fit("least_absolute", one) for one in (data, farther))
    assert second.packed == pytest.approx(first.packed)


@pytest.mark.parametrize("size", [1e-100, 1e100])
def test_numbers_of_any_size(size):
    data = line()
    right = engine.fit("least_absolute", data)
    assert engine.fit("least_absolute", data.changed(y=data.y * size)).packed / size == pytest.approx(right.packed)
    moved = engine.fit("least_absolute", data.changed(X=data.X * size))
    assert moved.weights * size == pytest.approx(right.weights) and moved.bias == pytest.approx(right.bias)


def test_hostile_tables():
    on_line = line().changed(y=2 * line().X[:, 0] + 1)
    trace = engine.trace("least_absolute", on_line).to_end()
    assert len(trace) == 1 and trace.ending.words.startswith("Every row lies on the fit of least squares")
    assert engine.trace("least_absolute", line().subset([4])).to_end().ending.kind == "converged"
    same = Dataset(np.hstack([line().X, 2 * line().X]), line().y)
    last = engine.trace("least_absolute", same).to_end()[-1]
    assert last.error == pytest.approx(engine.trace("least_absolute", line()).to_end()[-1].error)
    assert np.count_nonzero(last.model.weights) == 1
    assert "The rank of Φ is 2: some columns depend on others" in told("least_absolute", same)[1][0].sentence
    capped = engine.trace("least_absolute", plane(), exchanges=1).to_end()
    assert capped.ending.kind == "stopped" and "still exceeds 1: allow more exchanges." in capped.ending.words


def test_it_works_on_basis_functions():
    x = np.linspace(-2, 2, 40)
    t = x**3 - x
    t[[5, 20]] += 10
    model = engine.fit("least_absolute", Dataset(x[:, None], t), basis="polynomial", degree=3)
    assert model.weights == pytest.approx([-1, 0, 1], abs=1e-8)


def test_dependent_columns_are_left_out():
    X = np.random.default_rng(0).normal(size=(20, 3))
    assert independent_columns(np.column_stack([X, X[:, 0] + X[:, 2], np.ones(20)])).size == 3
    assert independent_columns(np.ones((4, 2))).size == 0


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_exchange_is_drawn_with_rows_path_and_multipliers():
    data = plane()
    trace, _, drawn = told("least_absolute", data)
    for step, marks in zip(trace[2:], drawn[2:], strict=True):
        rows = {mark.role: mark.rows.tolist() for mark in of(Points, marks) if mark.surface.kind == "plane"}
        assert rows == {"support": step.rows.tolist(), "ghost": [step.leaving], "focus": [step.entering]}
        (curve,) = [mark for mark in of(Curve, marks) if mark.surface.name == "Along the exchange"]
        part, value = curve.positions.T
        assert value.min() == pytest.approx(step.error) and part[np.argmin(value)] == pytest.approx(1.0)
        assert np.interp(0.0, part, value) == pytest.approx(np.abs(left(step.before, data)).sum())
        half = step.model.packed + 0.5 * (step.before.packed - step.model.packed)
        there = np.abs(data.y - half[0] - data.X @ half[1:]).sum()
        assert np.interp(0.5, part, value) == pytest.approx(there, rel=1e-3)
        (bars,) = of(Bars, marks)
        assert bars.values.tolist() == step.multipliers.tolist()
        assert bars.chosen == int(np.argmax(np.abs(step.multipliers)))
        assert sorted(mark.positions[0, 1] for mark in of(Curve, marks, "margin")) == [-1.0, 1.0]
        assert [mark.label for mark in of(Response, marks)][-1] == "least squares"
    assert not of(Bars, drawn[0]) and not of(Points, drawn[0])


# -- what is said ------------------------------------------------------------------------------------------------------


def test_an_exchange_is_told():
    data = plane()
    trace, stories, _ = told("least_absolute", data)
    names = [str(row + 1) for row in trace[1].rows]
    assert stories[1].sentence.startswith(
        f"The fit passes through rows {names[0]}, {names[1]} and {names[2]}, which lie near that of least squares. Row "
    )
    step = trace[2]
    before = np.abs(left(trace[1].model, data)).sum()
    assert stories[2].sentence.startswith(
        f"Exchange 1: row {step.leaving + 1} is let go, and the fit moves until it meets row {step.entering + 1}; "
        f"Σ |r| goes from {before:.4g} to {step.error:.4g}. Row "
    )
    assert stories[-1].sentence.endswith(
        " No multiplier exceeds 1, so no move of the fit lowers Σ |r|: it is the least."
    )
    count = trace[-1].number
    assert (
        trace.ending.words
        == f"After {count} exchanges no multiplier exceeds 1: Σ |r| = {trace[-1].error:.4g} is the least."
    )
    assert engine.algorithm("least_absolute").event(step) == Event("exchange", "boundary")
    tied = Dataset(np.zeros((4, 1)), np.array([0.0, 1.0, 5.0, 6.0]))
    assert told("least_absolute", tied)[0].ending.words.endswith("One is 1: other fits are as good.")


def test_numbers_and_tables_match_the_fit_of_the_step():
    data = plane()
    trace, stories, drawn = told("least_absolute", data)
    step, story = trace[2], stories[2]
    on_fit, residuals, weights = story.tables
    assert on_fit.rows == tuple((str(row + 1), u) for row, u in zip(step.rows, step.multipliers, strict=True))
    assert on_fit.chosen == int(np.argmax(np.abs(step.multipliers)))
    r = data.y - step.model.predict(data.X)
    assert residuals.rows[0][1] == pytest.approx(r[np.argmax(np.abs(r))])
    rows = np.array([row[1:] for row in weights.rows])
    assert rows == pytest.approx(np.column_stack([step.least.packed, step.model.packed]))
    card, x = engine.algorithm("least_absolute"), np.array([1.0, 2.0])
    answer = card.inspect(step, data, card.params(), x)
    assert f"{step.model.predict(x[None])[0]:.4g}".replace("-", "−") in answer.story.sentence
    edge = next(mark for mark in of(Curve, drawn[2], "margin"))
    assert edge.positions[:, 0].tolist() == [-0.5, 2.5]


def test_first_of_many_interpolated_rows_are_named():
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(30, 6)), rng.normal(size=30))
    assert " and 3 more, which lie near that of least squares." in told("least_absolute", data)[1][1].sentence
