"""Whether one of K linear scores is the greatest anywhere."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.optimisation.room import room


@pytest.mark.parametrize("unit", [1.0, 1e-9, 1e9])
def test_dominated_score_has_no_region(unit: float) -> None:
    W, b = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 0.0]]) / unit, np.array([0.0, 0.0, -0.5])
    assert [room(W, b, k) > 1e-9 for k in range(3)] == [True, True, False]
    assert room(W, b + np.array([0.0, 0.0, 1.0]), 2) == pytest.approx(1.0), "a strip of that half width"


def test_equal_scores_share_a_border_and_no_ball() -> None:
    W = np.array([[1.0, 0.0], [1.0, 0.0], [-1.0, 0.0]])
    assert [room(W, np.zeros(3), k) > 1e-9 for k in range(3)] == [False, False, True]


def test_region_matches_a_grid_search() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        W, b = rng.normal(size=(6, 2)), 3 * rng.normal(size=6)
        places = rng.uniform(-60, 60, size=(40_000, 2))
        found = np.unique(np.argmax(places @ W.T + b, axis=1))
        assert all(room(W, b, int(k)) > 0 for k in found)
        hidden = [k for k in range(6) if not room(W, b, k) > 1e-9]
        assert not set(hidden) & set(found.tolist())
