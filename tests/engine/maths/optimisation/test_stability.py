"""The largest safe rate: against eigenvalues, and against what steps at rates on both sides of it do."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.optimisation.first_order import WAYS, nothing_yet
from engine.maths.optimisation.stability import BOUNDS, greatest_curvature, safe_rate

WAY_DOWN = np.array([[3.0, 1.0, 0.0], [1.0, 2.0, 0.5], [0.0, 0.5, 0.25]])


@pytest.mark.parametrize("H", [WAY_DOWN, np.diag([1.0, -5.0, 0.5]), np.diag([-1.0, -3.0]), np.zeros((2, 2))])
def test_greatest_curvature_is_the_largest_eigenvalue(H):
    found = greatest_curvature(lambda w: H @ w, np.full(len(H), 0.3))
    assert found == pytest.approx(np.linalg.eigvalsh(H)[-1], abs=2e-3)


@pytest.mark.parametrize("way", BOUNDS)
@pytest.mark.parametrize("mu", [0.5, 0.9])
def test_rates_below_the_limit_converge_and_above_diverge(way, mu):
    safe = safe_rate(lambda w: WAY_DOWN @ w, np.ones(3), way, mu)
    for share, rests in ((0.97, True), (1.03, False)):
        w, memory = np.ones(3), nothing_yet(3)
        for _ in range(400):
            delta, memory = WAYS[way](WAY_DOWN @ w, memory, share * safe, mu)
            w = w + delta
        assert (np.abs(w).max() < 1) == rests, (way, mu, share)


def test_no_limit_without_positive_curvature_or_for_scaled_steps():
    assert safe_rate(lambda w: -w, np.ones(2), "gradient descent", 0.0) is None
    assert safe_rate(lambda w: w, np.ones(2), "Adam", 0.9) is None
