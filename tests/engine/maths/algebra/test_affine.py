"""The signs of a quick product are those of the sum feature by feature, also where the two sums differ."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.maths.algebra import affine
from engine.maths.algebra.affine import activations, sided, sizes

NUMBERS = st.one_of(
    st.floats(-1e150, 1e150),
    st.integers(-3, 3).map(float),
    st.sampled_from([0.1, 0.2, 0.3, -0.1, 1 / 3, 1e16, -1e16, 5e-324, -5e-324, 1e-200, 1e150, -1e150]),
)


@st.composite
def tables(draw):
    n, d = draw(st.integers(0, 12)), draw(st.integers(1, 8))
    return draw(arrays(float, (n, d), elements=NUMBERS)), draw(arrays(float, d, elements=NUMBERS)), draw(NUMBERS)


@given(tables())
def test_signs_are_those_of_the_exact_sum(table):
    X, weights, bias = table
    with np.errstate(over="ignore", invalid="ignore"):
        wanted = np.sign(activations(X, weights, bias))
        assert np.array_equal(np.sign(sided(X, sizes(X), weights, bias)), wanted, equal_nan=True)


@given(st.integers(0, 10_000), st.integers(2, 40))
def test_nearly_cancelling_rows_keep_their_signs(seed, d):
    """Each row is completed so that its sum is a rounding away from 0: there the order of adding decides the sign."""
    rng = np.random.default_rng(seed)
    X, weights, bias = rng.normal(size=(200, d)), rng.normal(size=d), float(rng.normal())
    X[:, -1] = -activations(X[:, :-1], weights[:-1], bias) / weights[-1]
    wanted = activations(X, weights, bias)
    assert np.array_equal(np.sign(sided(X, sizes(X), weights, bias)), np.sign(wanted))
    assert np.abs(wanted).max() < 1e-10


def test_plain_matrix_product_would_be_wrong(monkeypatch):
    """The rows of the test above are a test: without the second look some signs differ."""
    rng = np.random.default_rng(0)
    X, weights = rng.normal(size=(2000, 20)), rng.normal(size=20)
    X[:, -1] = -activations(X[:, :-1], weights[:-1], 0.5) / weights[-1]
    wanted = np.sign(activations(X, weights, 0.5))
    assert np.array_equal(np.sign(sided(X, sizes(X), weights, 0.5)), wanted)
    monkeypatch.setattr(affine, "EPSILON", 0.0)
    assert not np.array_equal(np.sign(sided(X, sizes(X), weights, 0.5)), wanted)


@pytest.mark.parametrize("X", [np.zeros((0, 3)), np.zeros((4, 0)), np.array([[-7.0, 2.0, -0.0]])])
def test_sizes_of_a_table(X):
    assert sizes(X).tolist() == [float(np.abs(column).max(initial=0.0)) for column in X.T]
    assert (np.sign(sided(X, sizes(X), np.zeros(X.shape[1]), 0.0)) == 0).all()


def test_nonfinite_weights_are_not_treated_as_small():
    X = np.array([[1.0], [-2.0]])
    assert np.isnan(sided(X, sizes(X), np.array([np.nan]), 0.0)).all()
    assert sided(X, sizes(X), np.array([np.inf]), 0.0).tolist() == [np.inf, -np.inf]
