"""The nearest mixture against scipy's general solver, and by the rule that no point lies lower than it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from engine.maths.optimisation.nearest_point import Mixture, entered, flat_shares, single


def nearest(points: np.ndarray) -> Mixture:
    """Let in the lowest point until none lies lower than the mixture."""
    mixture = single(np.array([0]), points[0])
    for _ in range(1000):
        row = int(np.argmin(points @ mixture.place))
        if mixture.place @ points[row] >= mixture.place @ mixture.place - 1e-10:
            break
        mixture = entered(mixture, np.array([row]), points[row])
    return mixture


@given(st.integers(0, 10_000), st.integers(1, 12), st.integers(1, 4), st.floats(-2.0, 2.0))
def test_point_is_the_minimum_over_mixtures(seed, n, d, shift):
    points = np.random.default_rng(seed).normal(size=(n, d)) + shift
    mixture = nearest(points)
    assert (mixture.shares > 0).all() and mixture.shares.sum() == pytest.approx(1.0)
    assert mixture.shares @ points[mixture.names[:, 0]] == pytest.approx(mixture.place)
    assert (points @ mixture.place).min() >= mixture.place @ mixture.place - 1e-9
    assert len(mixture.shares) <= d + 1


def test_scipy_finds_the_same_place():
    points = np.random.default_rng(5).normal(size=(9, 3)) + 1.5
    sums = {"type": "eq", "fun": lambda shares: shares.sum() - 1}
    found = minimize(
        lambda shares: ((shares @ points) ** 2).sum(), np.full(9, 1 / 9), bounds=[(0, 1)] * 9, constraints=sums,
        method="SLSQP", options={"ftol": 1e-15, "maxiter": 1000},
    )  # fmt: skip
    assert nearest(points).place == pytest.approx(found.x @ points, abs=1e-5)


def test_affine_shares_may_have_any_sign():
    shares = flat_shares(np.array([[1.0, 1.0], [2.0, 1.0]]))
    assert shares == pytest.approx([2.0, -1.0])
    assert shares @ np.array([[1.0, 1.0], [2.0, 1.0]]) == pytest.approx([0.0, 1.0])
