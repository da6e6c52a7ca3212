"""A table reduced to what squared errors know of it: by products where they are good enough, else by QR."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.algebra.reduced import PIECE, reduced, ridge_weights, triangle


def table(n=50, d=4, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)) * np.arange(1, d + 1) + 10, rng.normal(size=n)


@pytest.mark.parametrize("spoil", ["no", "first row far out", "nearly dependent", "few rows", "far from 0"])
@pytest.mark.parametrize("centred", [True, False])
def test_products_and_factor_agree_with_the_table(spoil, centred):
    X, t = table(3 if spoil == "few rows" else 50)
    if spoil == "first row far out":
        X[0], t[0] = 1e6, -1e5
    if spoil == "nearly dependent":
        X[:, 1] = X[:, 0] + 1e-6 * X[:, 1]
    if spoil == "far from 0":
        X += 1e6
    of = reduced(X, t, centred)
    A, b = (X - X.mean(axis=0), t - t.mean()) if centred else (X, t)
    size = np.linalg.norm(A, axis=0)
    assert np.allclose(of.gram, A.T @ A, atol=1e-9 * np.outer(size, size).max())
    assert np.allclose(of.factor.T @ of.factor, A.T @ A, atol=1e-9 * np.outer(size, size).max())
    assert np.allclose(of.factor.T @ of.target, A.T @ b, atol=1e-9 * size.max() * np.linalg.norm(b))
    assert of.reach == pytest.approx(size) and of.size == pytest.approx(np.linalg.norm(b)) and of.rows == len(X)
    assert of.regular == (spoil == "no" or (centred and spoil == "far from 0"))
    if centred:
        assert of.x_mean == pytest.approx(X.mean(axis=0)) and of.t_mean == pytest.approx(t.mean())


def test_constant_column_and_target_are_exactly_0():
    X = table()[0]
    X[:, 2] = 0.1
    of = reduced(X, np.full(50, 0.3))
    assert not of.gram[2].any() and not of.cross.any() and of.t_mean == 0.3
    w, rank = ridge_weights(of, 0.0)
    assert rank == 3 and w.tolist() == [0.0] * 4


@given(st.integers(1, 12), st.integers(1, 4), st.sampled_from([1e-6, 1.0, 1e6]), st.integers(0, 99))
def test_weights_satisfy_the_normal_equations(n, d, penalty, seed):
    rng = np.random.default_rng(seed)
    X, t = rng.integers(-3, 4, size=(n, d)).astype(float), rng.normal(size=n)
    w, rank = ridge_weights(reduced(X, t), penalty)
    A, b = X - X.mean(axis=0), t - t.mean()
    assert A.T @ (A @ w - b) + penalty * w == pytest.approx(np.zeros(d), abs=1e-9)
    assert rank == d


@pytest.mark.parametrize("size", [1e-140, 1e-60, 1e60, 1e140])
def test_numbers_of_any_size(size):
    X, t = table()
    w, rank = ridge_weights(reduced(X * size, t), 0.0)
    assert rank == 4 and w * size == pytest.approx(ridge_weights(reduced(X, t), 0.0)[0], rel=1e-8)


@pytest.mark.parametrize("off", [0.0, 2.0, 1e4])
def test_many_rows_near_0_or_far_from_it_agree_with_the_table(off):
    rng = np.random.default_rng(3)
    X, t = rng.normal(size=(3000, 3)) + off, rng.normal(size=3000) - off
    of = reduced(X, t)
    A, b = X - X.mean(axis=0), t - t.mean()
    assert of.regular and of.gram == pytest.approx(A.T @ A, rel=1e-9, abs=1e-9 * 3000)
    assert of.cross == pytest.approx(A.T @ b, abs=1e-9 * 3000) and of.size == pytest.approx(np.linalg.norm(b))
    assert of.x_mean == pytest.approx(X.mean(axis=0)) and of.t_mean == pytest.approx(t.mean())
    constant = reduced(np.column_stack([X, np.full(3000, 0.1)]), np.full(3000, 0.3))
    assert not constant.gram[3].any() and not constant.cross.any()


def test_without_products_a_perfect_fit_keeps_the_target_norm():
    X, _ = table()
    of = reduced(X, 2 * X[:, 1] + 1, by_products=False)
    slopes = ridge_weights(of, 0.0)[0]
    assert not of.regular and slopes == pytest.approx([0, 2, 0, 0], abs=1e-12)
    assert ((of.target - of.factor @ slopes) ** 2).sum() <= 1e-24 * of.size**2


@pytest.mark.parametrize("rows", [2 * PIECE, 2 * PIECE + 1, 5 * PIECE + 7])
def test_blockwise_triangle_equals_the_one_of_all_rows(rows):
    A = np.random.default_rng(rows).normal(size=(rows, 5)) * 10.0 ** np.arange(5)
    A[:, 3] = A[:, 1]  # dependent columns
    R, size = triangle(A), np.linalg.norm(A, axis=0)
    assert R.shape == (5, 5) and not np.tril(R, -1).any()
    assert (R.T @ R) / np.outer(size, size) == pytest.approx((A.T @ A) / np.outer(size, size), abs=1e-13)
