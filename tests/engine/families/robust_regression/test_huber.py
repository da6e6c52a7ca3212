"""Huber regression: against scikit-learn, against what it makes least, and the outlier that least squares follows."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

import engine
from engine.base.errors import ParameterError, Refusal
from engine.core.marks import Bars, Curve, Points, Response
from engine.data.dataset import Dataset
from engine.families.robust_regression.huber.loop import huber_weights
from engine.families.robust_regression.huber.telling import loss
from engine.families.robust_regression.pictures import BARS
from engine.maths.algebra.huber_scale import huber_scale
from engine.maths.algebra.weighted_fit import leverages as own_leverages
from engine.maths.algebra.weighted_fit import weighted_fit
from engine.maths.evaluation.missed import missed
from tests.catalogue import shows
from tests.engine.families.looked_at import of, told
from tests.engine.families.robust_regression.outliers import (
    W57,
    left,
    leverages,
    line,
    mae,
    plane,
    rmse,
    strongest,
    without,
)


def _loss(step, data, params):
    r = left(step.model, data)
    scale = huber_scale(r, params.epsilon)
    return 2 * params.epsilon * np.abs(r).sum() if not scale else objective(r, scale, params.epsilon)


def objective(r, scale, epsilon):
    """Σ σ (1 + H(r / σ)), term by term."""
    z = np.abs(r) / scale
    return sum(scale * (1 + (one**2 if one <= epsilon else 2 * epsilon * one - epsilon**2)) for one in z)


def _shown_rows(step, data):
    h = leverages(step, data)
    if data.n <= BARS:
        return np.arange(data.n)
    rows, row = np.sort(np.argsort(-own_leverages(data.X), kind="stable")[:BARS]), strongest(step, data)
    return rows if row in rows or not h.any() else np.sort(np.append(rows[:-1], row))


FOLLOWS = {
    "RMSE": rmse,
    "MAE": mae,
    "Huber loss": _loss,
    "leverage": lambda step, data, params: leverages(step, data)[strongest(step, data)],
    "without it": lambda step, data, params: without(step, data, strongest(step, data)),
    "Row": lambda step, data, params: strongest(step, data) + 1,
    "leverage: of row": lambda step, data, params: strongest(step, data) + 1,
}
PLACED = {
    "Leverage: bars": lambda step, data, params: leverages(step, data)[_shown_rows(step, data)],
    "Leverage: chosen": lambda step, data, params: int(
        np.flatnonzero(_shown_rows(step, data) == strongest(step, data))[0]
    ),
}


# -- the mathematics ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", [1.1, 1.35, 2.0])
@pytest.mark.parametrize("data", [line(), plane()], ids=["line", "plane"])
def test_it_agrees_with_scikit_learn(data, epsilon):
    from sklearn.linear_model import HuberRegressor

    right = HuberRegressor(epsilon=epsilon, alpha=0.0, tol=1e-9, max_iter=10_000).fit(data.X, data.y)
    trace = engine.trace("huber", data, epsilon=epsilon, tolerance=1e-10, iterations=2000).to_end()
    assert trace[-1].model.weights == pytest.approx(right.coef_, rel=1e-4, abs=1e-4)
    assert trace[-1].model.bias == pytest.approx(right.intercept_, rel=1e-4, abs=1e-4)
    assert trace[-1].scale == pytest.approx(right.scale_, rel=1e-3)


def test_end_is_a_local_minimum_of_the_loss():
    data = line()
    step = engine.trace("huber", data, tolerance=1e-11, iterations=5000).to_end()[-1]

    def value(place):
        return objective(data.y - place[0] - place[1] * data.X[:, 0], np.exp(place[2]), 1.35)

    end = np.append(step.model.packed, np.log(step.scale))
    best = minimize(value, end, method="Nelder-Mead", options={"xatol": 1e-12, "fatol": 1e-14, "maxiter": 4000})
    assert value(end) <= best.fun * (1 + 1e-9)


def test_every_iteration_is_weighted_least_squares():
    data = line()
    trace = engine.trace("huber", data).to_end()
    for before, step in itertools.pairwise(trace):
        assert step.residuals == pytest.approx(data.y - before.model.predict(data.X))
        assert step.weights == pytest.approx(np.minimum(1, 1.35 * step.scale / np.abs(step.residuals)))
        root = np.sqrt(step.weights)
        Phi = np.column_stack([np.ones(data.n), data.X])
        right = np.linalg.lstsq(root[:, None] * Phi, root * data.y, rcond=None)[0]
        assert step.model.packed == pytest.approx(right, rel=1e-9) and step.before == before.model
        assert step.least == trace[0].model
    near = trace[-1].weights == 1
    assert trace[-1].scale ** 2 == pytest.approx(
        (trace[-1].residuals[near] ** 2).sum() / (data.n - (~near).sum() * 1.35**2)
    )


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=12), st.sampled_from([1.0, 1.35, 3.0]))
def test_the_scale_makes_the_loss_least(values, epsilon):
    r = np.array(values, dtype=float)
    scale = huber_scale(r, epsilon)
    now = loss(r, scale, epsilon)
    for other in np.logspace(-3, 2, 200):
        assert now <= objective(r, other, epsilon) * (1 + 1e-9)


@given(st.integers(1, 12), st.integers(1, 3), st.integers(0, 199))
def test_any_table_ends_in_words_and_never_raises_the_loss(n, d, seed):
    rng = np.random.default_rng(seed)
    data = Dataset(rng.integers(-3, 4, size=(n, d)).astype(float), rng.integers(-5, 6, size=n).astype(float))
    trace, stories, _ = told("huber", data)
    assert all(check.holds for story in stories for check in story.checks)
    assert all(np.isfinite(step.model.packed).all() for step in trace) and trace.ending.words.endswith(".")


def test_it_works_on_basis_functions():
    x = np.linspace(-2, 2, 40)
    t = x**3 - x + 0.01 * np.sin(40 * x)
    t[5] += 10
    model = engine.fit("huber", Dataset(x[:, None], t), basis="polynomial", degree=3)
    assert model.weights == pytest.approx([-1, 0, 1], abs=0.02)


@pytest.mark.parametrize("size", [1e-100, 1e100])
def test_targets_of_any_size(size):
    data = line()
    found = engine.fit("huber", data.changed(y=data.y * size)).packed / size
    assert found == pytest.approx(engine.fit("huber", data).packed, rel=1e-6)


def test_weights_fall_as_one_over_the_residual():
    assert huber_weights(np.array([0.0, 2.0, -8.0]), 2.0).tolist() == [1.0, 1.0, 0.25]


# -- leverage, and what one row does -----------------------------------------------------------------------------------


@shows("RG20", "W57")
def test_rg20_dragged_row_moves_least_squares_and_hardly_huber():
    f, y = W57
    error = missed(y, f)
    assert (error.rmse**2, error.rmse, error.mae) == pytest.approx((0.375, 0.612372435696, 0.5), abs=1e-9)
    assert error.r == pytest.approx(0.984869618448, abs=1e-9)
    shifted = missed(y, 2 * f + 10)
    assert (shifted.rmse, shifted.r) == pytest.approx((13.7772457335, 0.984869618448), abs=1e-9)
    far = missed(y, np.array([2.5, 0.0, 2.0, 107.0]))
    assert (far.rmse, far.mae) == pytest.approx((50.0012499844, 25.25), abs=1e-9)
    assert np.isnan(missed(y, np.full(4, 2.0)).r)

    data = line(outliers=0)
    h = own_leverages(data.X)
    dragged = data.with_targets([29], data.y[29] + 30.0)
    before, after = (engine.trace("huber", one).to_end() for one in (data, dragged))
    swing = after[0].model.predict(data.X)[29] - before[0].model.predict(data.X)[29]
    assert swing == pytest.approx(30.0 * h[29])  # the leverage is how far the line follows
    held = after[-1].model.predict(data.X)[29] - before[-1].model.predict(data.X)[29]
    assert abs(held) < 0.1 * abs(swing)

    _, stories, drawn = told("huber", dragged)
    numbers = {number.name: number.value for number in stories[0].numbers}
    r = dragged.y - after[0].model.predict(dragged.X)
    assert (numbers["RMSE"], numbers["MAE"]) == pytest.approx((np.sqrt((r**2).mean()), np.abs(r).mean()))
    assert numbers["leverage"] == pytest.approx(h[29])
    share, size = r[29] ** 2 / (r**2).sum(), abs(r[29]) / np.abs(r).sum()
    assert f"it alone has {100 * share:.1f} % of Σ r², and {100 * size:.1f} % of Σ |r|" in stories[0].sentence
    assert "Row 30 moves it most" in stories[0].sentence and share > 1.5 * size
    (bars,) = of(Bars, drawn[0])
    assert bars.values == pytest.approx(h) and bars.chosen == 29 and bars.surface.open
    assert not of(Bars, drawn[1])[0].surface.open
    ghost = next(mark for mark in of(Response, drawn[0]) if mark.label == "without row 30")
    assert ghost.function(dragged.X)[29] == pytest.approx(
        np.polyval(np.polyfit(data.X[:29, 0], data.y[:29], 1), data.X[29])[0]
    )


@given(st.integers(1, 12), st.integers(1, 4), st.integers(0, 99))
def test_leverages_are_the_hat_diagonal_and_sum_to_the_rank(n, d, seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, size=(n, d)).astype(float)
    Phi = np.column_stack([np.ones(n), X])
    assert own_leverages(X) == pytest.approx(np.diag(Phi @ np.linalg.pinv(Phi)), abs=1e-9)
    assert own_leverages(X).sum() == pytest.approx(np.linalg.matrix_rank(Phi))


@given(st.integers(2, 12), st.integers(1, 3), st.integers(0, 99))
def test_weighted_least_squares_satisfies_its_normal_equations(n, d, seed):
    rng = np.random.default_rng(seed)
    X, t, omega = rng.integers(-3, 4, size=(n, d)).astype(float), rng.normal(size=n), rng.uniform(size=n)
    w, rank = weighted_fit(X, t, omega)
    Phi = np.column_stack([np.ones(n), X])
    assert Phi.T @ (omega * (Phi @ w - t)) == pytest.approx(np.zeros(d + 1), abs=1e-8)
    assert rank == np.linalg.matrix_rank(Phi)


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_dots_are_sized_by_weight_beside_least_squares():
    data = line()
    trace, _, drawn = told("huber", data)
    for step, marks in zip(trace, drawn, strict=True):
        dots = next(mark for mark in of(Points, marks, "data") if mark.surface.kind == "plane")
        assert dots.sizes == pytest.approx(0.15 + 1.05 * step.weights) and dots.rows.tolist() == list(range(30))
    labels = [mark.label for mark in of(Response, drawn[2])]
    assert labels == ["before", "least squares"]
    before, least = of(Response, drawn[2])
    assert before.function(data.X) == pytest.approx(trace[1].model.predict(data.X))
    assert least.function(data.X) == pytest.approx(trace[0].model.predict(data.X))
    assert [mark.label for mark in of(Response, drawn[1])] == ["least squares"]


def test_rows_lie_on_the_weight_curve():
    data = line()
    trace, _, drawn = told("huber", data)
    there = [mark for mark in drawn[1] if mark.surface.name == "Weight of a residual"]
    (curve,), (dots,) = of(Curve, there, "boundary"), of(Points, there)
    assert dots.positions == pytest.approx(np.column_stack([trace[1].residuals, trace[1].weights]))
    r, omega = curve.positions.T
    assert omega == pytest.approx(huber_weights(r, 1.35 * trace[1].scale))
    assert {-1.35 * trace[1].scale, 1.35 * trace[1].scale} <= set(r.tolist())
    assert of(Curve, there, "ghost")[0].positions[:, 1].tolist() == [1.0, 1.0]


def test_rows_with_most_leverage_have_bars():
    data = line(n=60)
    (bars,) = of(Bars, told("huber", data)[2][0])
    assert len(bars.values) == BARS and bars.values.min() >= np.sort(own_leverages(data.X))[-BARS:].min() - 1e-12


# -- what is said ------------------------------------------------------------------------------------------------------


def test_iteration_is_explained_with_its_numbers():
    data = line()
    trace, stories, _ = told("huber", data)
    step, story = trace[1], stories[1]
    row = int(np.argmin(step.weights))
    far = int((step.weights < 1).sum())
    assert story.sentence == (
        f"Iteration 1: σ = {step.scale:.4g}. {far} of 30 rows are farther than ε σ = {1.35 * step.scale:.4g} from the "
        f"fit before and count less, row {row + 1} least, with the weight {step.weights[row]:.4g}."
    )
    assert story.worked[0].startswith("σ = √(Σ r² / (N − m ε²)) = √(")
    assert story.worked[1].startswith(f"weight of row {row + 1} = ε σ / |r| = 1.35·")
    assert trace.ending.words.startswith(f"After {trace[-1].iteration} iterations the fit is at rest: ")
    wide = told("huber", data, epsilon=10.0)
    assert "all keep the weight 1" in wide[1][1].sentence
    assert wide[0].ending.words.endswith("so it is that of least squares.")


def test_hostile_tables():
    on_line = line(outliers=0).changed(y=2 * line().X[:, 0] + 1)
    trace, stories, _ = told("huber", on_line)
    assert trace.ending.words == "Every row lies on the fit: no residual is left to weigh." and len(trace) == 1
    assert stories[0].sentence.startswith("Least squares weighs all rows alike. No row moves it when it is left out.")
    x = np.arange(12.0)
    most = Dataset(np.zeros((12, 1)), np.where(x < 10, 1.0, 1.0 + x))
    trace = engine.trace("huber", most, tolerance=1e-12, iterations=5000).to_end()
    assert trace[-1].model.bias == pytest.approx(1.0, abs=0.05)
    single = told("huber", line().subset([3]))
    assert single[0].ending.words.startswith("Every row lies") and "The rank of Φ is 1: 1 row cannot determine 2" in (
        single[1][0].sentence
    )
    same = Dataset(np.hstack([line().X, line().X]), line().y)
    assert engine.fit("huber", same).predict(same.X) == pytest.approx(engine.fit("huber", line()).predict(line().X))
    capped = engine.trace("huber", line(), iterations=1).to_end()
    assert capped.ending.kind == "stopped" and capped.ending.words.startswith("After 1 iteration a prediction still")
    with pytest.raises(ParameterError, match="epsilon must be a number from 1 to 10"):
        engine.trace("huber", line(), epsilon=0.5)
    with pytest.raises(Refusal, match="Row 1 has the number 1e"):
        engine.trace("huber", line().with_targets([0], 1e150))


def test_tables_list_the_largest_residuals_and_every_weight():
    data = line()
    trace, stories, drawn = told("huber", data)
    residuals, weights = stories[2].tables
    step = trace[2]
    order = np.argsort(-np.abs(step.residuals), kind="stable")[:8]
    assert [row[0] for row in residuals.rows] == [str(row + 1) for row in order]
    assert [row[1] for row in residuals.rows] == pytest.approx(step.residuals[order])
    assert [row[5] for row in residuals.rows] == pytest.approx(step.weights[order])
    share = step.residuals[order[0]] ** 2 / (step.residuals**2).sum()
    assert residuals.rows[0][2] == f"{100 * share:.1f} %"
    rows = np.array([row[1:] for row in weights.rows])
    assert rows == pytest.approx(np.column_stack([step.least.packed, step.model.packed]))
    curve = next(mark for mark in of(Curve, drawn[2], "boundary"))
    reach = 1.1 * max(np.abs(step.residuals).max(), 1.5 * 1.35 * step.scale)
    assert curve.positions[[0, -1], 0] == pytest.approx([-reach, reach])
