"""Least squares against numpy and scikit-learn: with and without a penalty, and where many weights are as good."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import Ridge

from engine.maths.algebra.least_squares import least_squares, solved, squared_error


@pytest.mark.parametrize("penalise_bias", [False, True])
@pytest.mark.parametrize("penalty", [0.01, 1.0, 300.0])
def test_the_penalty_is_that_of_ridge(penalty, penalise_bias):
    rng = np.random.default_rng(3)
    X, T = rng.normal([3.0, -4.0, 20.0, 7.0, 1.0], size=(60, 5)), np.eye(3)[rng.integers(0, 3, 60)]
    mine = least_squares(X, T, penalty, penalise_bias).weights
    if penalise_bias:
        ones = np.column_stack([np.ones(len(X)), X])
        other = Ridge(alpha=penalty, fit_intercept=False).fit(ones, T).coef_.T
    else:
        oracle = Ridge(alpha=penalty).fit(X, T)
        other = np.vstack([oracle.intercept_, oracle.coef_.T])
    assert mine == pytest.approx(other, abs=1e-8)


@pytest.mark.parametrize(
    "X",
    [
        np.random.default_rng(0).normal(size=(5, 9)),
        np.repeat(np.random.default_rng(1).normal(size=(20, 2)), 2, axis=1),
        np.column_stack([np.arange(8.0), np.full(8, 3.0)]),
        np.ones((4, 1)),
    ],
    ids=["more weights than rows", "columns twice", "a constant column", "nothing but a constant"],
)
def test_minimum_norm_solution_is_taken(X):
    T = np.random.default_rng(2).normal(size=(len(X), 3))
    expected, _, rank, _ = np.linalg.lstsq(np.column_stack([np.ones(len(X)), X]), T, rcond=None)
    fit = least_squares(X, T)
    assert fit.rank == rank
    assert fit.weights == pytest.approx(expected, abs=1e-9)


@given(st.integers(0, 10_000))
def test_no_other_weights_have_a_smaller_error(seed):
    rng = np.random.default_rng(seed)
    X, T = rng.normal(size=(12, 3)), rng.normal(size=(12, 2))
    ones = np.column_stack([np.ones(12), X])
    best = least_squares(X, T, 0.7).weights

    def objective(W):
        return 0.5 * ((ones @ W - T) ** 2).sum() + 0.35 * (W[1:] ** 2).sum()

    for _ in range(5):
        assert objective(best) <= objective(best + 1e-3 * rng.normal(size=best.shape))


@pytest.mark.parametrize("units", [1e-150, 1e-9, 1.0, 1e9, 1e150])
def test_rank_and_weights_do_not_depend_on_units(units):
    rng = np.random.default_rng(4)
    A, B = rng.normal(size=(30, 3)), rng.normal(size=(30, 2))
    A = np.column_stack([A, A[:, 0] - A[:, 2]])
    scale = np.array([units, 1.0, 1.0 / units, 1.0])
    W, rank, flat = solved(A * scale, B)
    assert rank == 3 and flat.shape == (4, 1)
    assert scale[:, None] * W == pytest.approx(solved(A, B)[0], abs=1e-9)
    assert (A * scale) @ flat == pytest.approx(np.zeros((30, 1)), abs=1e-9)


def test_error_is_half_the_sum_of_squares():
    X, T, W = np.array([[1.0], [2.0]]), np.array([[0.0], [1.0]]), np.array([[3.0], [-1.0]])
    assert squared_error(X, T, W) == 0.5 * ((3 - 1 - 0) ** 2 + (3 - 2 - 1) ** 2)


def test_bias_is_kept_in_the_rank_beside_an_outlier():
    rng = np.random.default_rng(4)
    X, T = rng.normal(size=(24, 2)), np.eye(2)[np.arange(24) % 2]
    X[0] = 1e100, -1e100
    weights = least_squares(X, T).weights
    assert weights.sum(axis=1) == pytest.approx([1.0, 0.0, 0.0])  # T adds up to 1 in each row, and so must the outputs


def test_subnormal_column_is_treated_as_zeros():
    X = np.column_stack([np.arange(6.0), 1e-310 * np.arange(6.0) ** 2])
    slopes, rank, flat = solved(X, X[:, [0]])
    assert rank == 1 and slopes[0] == pytest.approx(1.0) and np.isfinite(flat).all()


def test_an_error_that_is_rounding_is_0():
    """A line through two points: 0.1 · 3 is not 0.3, and the squared error is 0 all the same."""
    X, T, weights = np.array([[3.0], [6.0]]), np.array([[0.3], [0.6]]), np.array([[0.0], [0.1]])
    assert np.abs(X @ weights[1:] - T).max() > 0
    assert squared_error(X, T, weights) == 0.0
    assert squared_error(X, T + 1e-9, weights) == pytest.approx(1e-18)
