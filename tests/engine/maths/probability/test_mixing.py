"""R of several chains: 1 where they agree, more where they do not."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.probability.mixing import r_hat


def test_split_rhat_detects_shifted_and_drifting_chains() -> None:
    series = np.random.default_rng(0).normal(size=(4, 2000))
    assert r_hat(series) == pytest.approx(1.0, abs=0.01)
    assert r_hat(series + np.array([[0.0], [0.0], [3.0], [3.0]])) > 1.5
    assert r_hat(series + np.linspace(0, 4, 2000)) > 1.3


def test_split_rhat_matches_gelman_and_rubin() -> None:
    series = np.random.default_rng(1).normal(size=(3, 10)) + np.arange(3)[:, None]
    halves = np.concatenate([series[:, :5], series[:, 5:]])
    W = halves.var(axis=1, ddof=1).mean()
    B = 5 * halves.mean(axis=1).var(ddof=1)
    assert r_hat(series) == pytest.approx(np.sqrt((4 / 5 * W + B / 5) / W))


def test_chains_that_never_move() -> None:
    assert r_hat(np.ones((2, 6))) == 1.0 and r_hat(np.array([[1.0] * 6, [2.0] * 6])) == np.inf
