"""Mean, covariance, axes and their signs against numpy, and at ties, zeros and overflow."""

from __future__ import annotations

from time import process_time
from timeit import timeit

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import engine
from engine.maths.algebra.covariance import (
    column_means,
    covariance,
    deviation_scale,
    enough,
    first_axes,
    orthonormal,
    principal_axes,
    upright,
)

TABLES = st.tuples(st.integers(2, 9), st.integers(1, 5)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.floats(-1e3, 1e3, allow_subnormal=False))
)


@pytest.mark.parametrize("key", ["iris", "wine", "digits"])
@pytest.mark.parametrize("ddof", [1, 0])
def test_covariance_is_that_of_numpy(key, ddof):
    X = engine.load(key).X
    S = covariance(X - column_means(X), len(X) - ddof)
    expected = np.cov(X.T, ddof=ddof)
    assert np.abs(S - expected).max() <= 1e-12 * np.abs(expected).max()
    assert (S == S.T).all()


@pytest.mark.parametrize("rank", [60, 2])
@pytest.mark.parametrize("size", [1.0, 1e-200, 1e150])
def test_the_first_axes_are_those_of_all(rank, size):
    """Not only two of a diagonal S, or of one with many eigenvalues 0; the others are not computed."""
    A = np.random.default_rng(3).normal(size=(60, rank))
    for S in (A @ A.T * size, np.diag(np.arange(5.0)) * size, np.eye(4) * size, np.zeros((3, 3)), np.eye(1) * size):
        values, axes = first_axes(S, 2)
        expected = np.linalg.eigvalsh(S)[::-1]
        assert np.abs(values - expected).max() <= 1e-12 * (expected[0] or 1.0)
        assert axes.shape == (min(2, len(S)), len(S)) and np.abs(axes @ axes.T - np.eye(len(axes))).max() < 1e-12
        assert np.abs(S @ axes.T - axes.T * values[: len(axes)]).max() <= 1e-12 * (expected[0] or 1.0)


def test_two_principal_axes_cost_less_than_all():
    A = np.random.default_rng(3).normal(size=(700, 8))
    S = A @ A.T

    def least(work):
        return min(timeit(work, timer=process_time, number=1) for _ in range(4))

    assert least(lambda: first_axes(S, 2)) < 0.85 * least(lambda: np.linalg.eigh(S))


def test_constant_column_has_zero_deviation():
    X = np.column_stack([np.full(7, 0.1), np.arange(7.0)])
    Z = X - column_means(X)
    assert (Z[:, 0] == 0).all()
    assert deviation_scale(Z, 6).tolist() == [1.0, pytest.approx(np.std(X[:, 1], ddof=1))]


def test_sign_convention_is_stable_under_rounding_ties():
    root = np.sqrt(0.5)
    rows = np.array([[-root, root * (1 + 1e-15)], [root, -root * (1 + 1e-15)], [-0.1, -0.9]])
    assert upright(rows).tolist() == [[root, -root * (1 + 1e-15)], [root, -root * (1 + 1e-15)], [0.1, 0.9]]


@given(TABLES)
def test_axes_are_orthonormal_and_variances_sum_to_the_trace(X):
    S = covariance(X - column_means(X), len(X) - 1)
    U, variances = principal_axes(S)
    assert np.allclose(U @ U.T, np.eye(len(S)), atol=1e-12)
    assert (np.diff(variances) <= 0).all() and (variances >= 0).all()
    assert np.allclose(U.T @ np.diag(variances) @ U, S, atol=1e-9 * max(np.trace(S), 1e-300))
    assert np.array_equal(upright(-U), U)


def test_singular_matrix_has_exact_zeros():
    Z = np.array([[1.0, 2.0, 3.0], [-1.0, -2.0, -3.0]])
    _, variances = principal_axes(covariance(Z, 1))
    assert variances[0] == pytest.approx(28.0) and variances[1:].tolist() == [0.0, 0.0]
    assert principal_axes(np.zeros((2, 2)))[1].tolist() == [0.0, 0.0]


def test_orthonormalisation_fixes_skew_and_drops_dependent_vectors():
    rows = np.array([[3.0, 0.0, 0.0], [1.0, 1.0, 0.0], [2.0, -5.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, -2.0]])
    kept, shares = orthonormal(rows)
    assert np.allclose(kept, [[1, 0, 0], [0, 1, 0], [0, 0, -1]])
    assert shares == pytest.approx([1.0, np.sqrt(0.5), 0.0, 0.0, 1.0])
    assert orthonormal(np.zeros((2, 3)))[0].shape == (0, 3)


def test_enough_counts_the_axes_for_a_share():
    variances = np.array([6.0, 3.0, 1.0])
    assert [enough(variances, 10.0, share) for share in (0.5, 0.9, 0.95, 1.0)] == [1, 2, 3, 3]
    assert enough(variances[:2], 10.0, 0.95) is None
