"""Central differences against scipy, and a check that catches a wrong gradient."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.gradient_check import central_differences, gradient_gap, slopes
from engine.maths.probability.cross_entropy import gradient, penalised

X = np.array([[0.5], [1.0], [1.5], [2.0], [2.5], [3.0]])
T = np.array([0.0, 0, 1, 0, 1, 1])
PHI, RIDGE = with_ones(X), np.array([0.0, 0.3])


def objective(w):
    return penalised(w, PHI, T, RIDGE)


@pytest.mark.parametrize("w", [[0.0, 0.0], [-1.5, 0.8], [4.0, -7.0]])
def test_central_differences_approximate_the_gradient(w):
    w = np.array(w)
    numeric = central_differences(objective, w, np.full(2, 1e-5))
    assert numeric == pytest.approx(gradient(w, PHI, T, RIDGE), abs=1e-8)
    assert numeric == pytest.approx(approx_fprime(w, objective, 1e-7), abs=1e-4)


def test_correct_gradient_passes_and_a_wrong_one_fails():
    w, sizes = np.array([-1.0, 0.4]), np.array([1.0, 3.0])
    right = gradient(w, PHI, T, RIDGE)
    gap, rounding = gradient_gap(objective, right, w, sizes)
    assert gap < 1e-7
    assert rounding < 1e-6
    for wrong in (-right, right * [1.0, 1.01], PHI.T @ (T - 0.5), right + np.array([0.0, 0.3])):
        assert gradient_gap(objective, wrong, w, sizes)[0] > 1e-3


def test_units_of_the_features_do_not_matter():
    for unit in (1e-9, 1.0, 1e9):
        Phi = with_ones(X * unit)
        w = np.array([-1.0, 0.4 / unit])
        g = gradient(w, Phi, T, np.zeros(2))
        gap, _ = gradient_gap(lambda w, Phi=Phi: penalised(w, Phi, T, np.zeros(2)), g, w, np.array([1.0, 3 * unit]))
        assert gap < 1e-6


def test_only_some_of_many_components_are_compared():
    calls = []

    def f(w):
        calls.append(1)
        return float(w @ w)

    w = np.arange(100.0)
    gap, _ = gradient_gap(f, 2 * w, w, np.ones(100), most=5)
    assert gap < 1e-6
    assert len(calls) == 11


def test_function_is_evaluated_at_all_places_at_once():
    asked = []

    def f(W):
        asked.append(W.shape)
        return (W**2).sum(axis=1)

    w = np.array([1.0, -2.0, 3.0])
    found = slopes(f, 2 * w, w, np.ones(3))
    assert asked == [(7, 3)], "each weight nudged up, each nudged down, and none"
    assert found.numeric == pytest.approx(found.exact) and found.size == pytest.approx(14.0, rel=1e-3)
