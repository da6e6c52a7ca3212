"""Least squares with weights for the rows, and leverages, on numbers of any size."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.algebra.weighted_fit import leverages, weighted_fit


def test_weight_0_drops_a_row_and_weight_2_doubles_it():
    X, t = np.array([[0.0], [1.0], [2.0], [5.0]]), np.array([1.0, 3.0, 4.0, -9.0])
    twice = weighted_fit(X[[0, 1, 1, 2]], t[[0, 1, 1, 2]], np.ones(4))[0]
    assert weighted_fit(X, t, np.array([1.0, 2.0, 1.0, 0.0]))[0] == pytest.approx(twice)


def test_constant_target_gives_weights_of_exactly_0():
    X = np.random.default_rng(0).normal(size=(9, 2))
    w, rank = weighted_fit(X, np.full(9, 0.1), np.linspace(0.1, 1.0, 9))
    assert w.tolist() == [0.1, 0.0, 0.0] and rank == 3


@pytest.mark.parametrize("size", [1e-100, 1e100])
def test_units_and_distant_columns_cost_no_digits(size):
    rng = np.random.default_rng(1)
    X, t, omega = rng.normal(size=(30, 2)), rng.normal(size=30), rng.uniform(size=30)
    right = weighted_fit(X, t, omega)[0]
    assert weighted_fit(X * size, t, omega)[0][1:] * size == pytest.approx(right[1:], rel=1e-9)
    assert weighted_fit(X + 1e6, t, omega)[0][1:] == pytest.approx(right[1:], rel=1e-7)
    assert leverages(X * size) == pytest.approx(leverages(X))
