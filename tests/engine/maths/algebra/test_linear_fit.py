"""Least squares for one target against NumPy and scikit-learn, and what says how well it is determined."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.linear_model import LinearRegression

from engine.maths.algebra.linear_fit import linear_fit, pseudo_inverse, residuals

NUMBERS = st.floats(-100, 100).map(lambda number: round(number, 3))
RNG = np.random.default_rng(5)
TABLES = {
    "full rank": RNG.normal(5.0, 2.0, (30, 4)),
    "as many rows as weights": RNG.normal(size=(4, 3)),
    "too few rows": RNG.normal(size=(3, 5)),
    "a column twice": np.repeat(RNG.normal(size=(9, 1)), 2, axis=1),
    "a constant column": np.column_stack([np.arange(8.0), np.full(8, 3.0)]),
    "one row": np.array([[2.0, 7.0]]),
    "no variation": np.zeros((4, 2)),
    "columns of very different sizes": RNG.normal(size=(20, 2)) * [1e-9, 1e9],
}


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("X", TABLES.values(), ids=TABLES)
def test_weights_are_the_minimum_norm_solution(X: np.ndarray, intercept: bool) -> None:
    t = np.random.default_rng(1).normal(3.0, 1.0, len(X))
    Phi = np.column_stack([np.ones(len(X)), X]) if intercept else X
    found = linear_fit(X, t, intercept)
    scale = np.where(np.linalg.norm(Phi, axis=0) > 0, np.linalg.norm(Phi, axis=0), 1.0)
    units = np.ptp(np.log10(scale)) > 9  # NumPy takes a column in another unit for one that depends on the others
    unit, *_ = np.linalg.lstsq(Phi / scale, t, rcond=None)
    expected = unit / scale if units else np.linalg.lstsq(Phi, t, rcond=None)[0]
    own = found.weights if intercept else found.weights[1:]
    assert own == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert intercept or found.weights[0] == 0.0
    assert found.residuals == pytest.approx(t - Phi @ own, abs=1e-11)
    assert found.rank == np.linalg.matrix_rank(Phi / scale)
    assert found.singular == pytest.approx(np.linalg.svd(Phi, compute_uv=False), rel=1e-9, abs=1e-9, nan_ok=False) or (
        len(found.singular) > len(X)
    )
    if not units:
        assert own == pytest.approx(np.linalg.pinv(Phi) @ t, abs=1e-10)
        assert pseudo_inverse(X, intercept) == pytest.approx(np.linalg.pinv(Phi), abs=1e-10)


def test_it_agrees_with_scikit_learn() -> None:
    X, t = RNG.normal(100.0, 3.0, (200, 6)), RNG.normal(size=200)
    other, found = LinearRegression().fit(X, t), linear_fit(X, t)
    assert found.weights == pytest.approx(np.append(other.intercept_, other.coef_), rel=1e-9, abs=1e-9)
    assert found.condition == pytest.approx(np.linalg.cond(np.column_stack([np.ones(200), X])), rel=1e-9)


@given(arrays(float, st.tuples(st.integers(1, 8), st.integers(1, 4)), elements=NUMBERS), st.data())
def test_residuals_are_orthogonal_to_the_columns(X: np.ndarray, more: st.DataObject) -> None:
    t = more.draw(arrays(float, len(X), elements=NUMBERS))
    r = linear_fit(X, t).residuals
    assert np.abs(r.sum()) <= 1e-8 * (1 + np.abs(t).sum())
    assert (np.abs(X.T @ r) <= 1e-8 * (1 + np.abs(X).T @ (np.abs(t) + 1))).all()


@given(arrays(float, st.tuples(st.integers(1, 8), st.integers(2, 4)), elements=NUMBERS), st.data())
def test_added_column_never_raises_the_sum_of_squares(X: np.ndarray, more: st.DataObject) -> None:
    t = more.draw(arrays(float, len(X), elements=NUMBERS))
    less, all_of_it = (float((linear_fit(part, t).residuals ** 2).sum()) for part in (X[:, :-1], X))
    assert all_of_it <= less + 1e-9 * float((t**2).sum())


@pytest.mark.parametrize("size", [1e-100, 1e100, 1e140])
def test_targets_of_any_size_keep_their_digits(size: float) -> None:
    t = np.array([1.0, 3.0, 2.0, 5.0])
    small, large = (linear_fit(np.arange(4.0)[:, None], unit * t) for unit in (1.0, size))
    assert large.weights / size == pytest.approx(small.weights, rel=1e-12)
    assert large.residuals / size == pytest.approx(small.residuals, rel=1e-12)


def test_a_perfect_fit_leaves_no_residuals() -> None:
    X = RNG.normal(size=(20, 3))
    assert not linear_fit(X, 1.0 + X @ [0.1, -0.3, 7.0]).residuals.any()
    assert not linear_fit(X[:4], RNG.normal(size=4)).residuals.any()
    assert not linear_fit(np.arange(5.0)[:, None], np.full(5, 0.1)).residuals.any()


def test_constant_target_gets_slopes_of_exactly_0() -> None:
    assert linear_fit(RNG.normal(size=(9, 2)), np.full(9, 0.1)).weights.tolist() == [0.1, 0.0, 0.0]


def test_the_residuals_of_any_weights() -> None:
    X, t = np.array([[1.0], [2.0]]), np.array([5.0, 5.0])
    assert residuals(X, t, np.array([1.0, 2.0])).tolist() == [2.0, 0.0]


def test_unused_large_column_does_not_degrade_other_residuals() -> None:
    X = np.column_stack([np.full(4, 1e9), np.arange(4.0)])
    t = np.array([0.0, 1.0, 2.0, 3.0 + 1e-5])
    assert residuals(X, t, np.array([0.0, 0.0, 1.0])) == pytest.approx([0.0, 0.0, 0.0, 1e-5])
    assert not residuals(X, t, np.array([0.0, 0.0, 1.0]))[:3].any()
