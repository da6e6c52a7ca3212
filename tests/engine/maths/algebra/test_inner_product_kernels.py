"""Kernels against their definitions, and the sums of a polynomial one against those point by point."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.maths.algebra.inner_product_kernels import gaussian, linear, polynomial, polynomial_sums


def tables(seed: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(7, d)), rng.normal(size=(4, d))


@pytest.mark.parametrize("d", [1, 2, 5])
def test_scikit_learn_has_the_same_kernels(d):
    from sklearn.metrics.pairwise import linear_kernel, polynomial_kernel, rbf_kernel

    X, Z = tables(1, d)
    assert linear(X, Z) == pytest.approx(linear_kernel(X, Z))
    assert polynomial(X, Z, 0.7, 3, 1.5) == pytest.approx(polynomial_kernel(X, Z, 3, 0.7, 1.5))
    assert gaussian(X, Z, 0.7) == pytest.approx(rbf_kernel(X, Z, 0.7))
    assert gaussian(X, Z[:1], 0.7) == pytest.approx(rbf_kernel(X, Z[:1], 0.7))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1000), st.floats(0.01, 10.0), st.integers(1, 4))
def test_kernel_matrix_is_positive_semidefinite(seed, gamma, degree):
    X = np.vstack(tables(seed, 3))
    for K in (linear(X, X), gaussian(X, X, gamma), polynomial(X, X, gamma, degree, 1.0)):
        assert np.array_equal(K, K.T) and np.linalg.eigvalsh(K).min() >= -1e-9 * np.abs(K).max()


def test_close_points_far_from_the_origin_stay_distinct():
    X = np.array([[1e8, 1e8], [1e8 + 1.0, 1e8]])
    assert gaussian(X, X, 1.0)[0, 1] == np.exp(-1.0)


def test_overflowing_distance_is_infinite():
    X = np.array([[1e149, 0.0], [-1e149, 0.0]])
    with np.errstate(all="raise"):
        assert gaussian(X, X, 1e4).tolist() == [[1.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize("degree", [1, 2, 5])
@pytest.mark.parametrize("offset", [0.0, 1.5])
def test_polynomial_kernel_sums_are_one_polynomial(degree, offset):
    rng = np.random.default_rng(0)
    X, Z, shares = rng.normal(size=(20, 2)), rng.normal(size=(9, 2)), rng.normal(size=9)
    expected = polynomial(X, Z, 0.7, degree, offset) @ shares
    assert polynomial_sums(X, Z, shares, 0.7, degree, offset) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert polynomial_sums(rng.normal(size=(5, 3)), np.zeros((9, 3)), shares, 0.7, degree, offset) is None
