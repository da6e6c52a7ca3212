"""From the end of one run near to that of another: the multipliers carried over, and the rows that matter settled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.params import build
from engine.families.support_vectors.svm import following
from engine.families.support_vectors.svm.following import FAR, NEAR
from engine.families.support_vectors.svm.loop import Step

KEY = "svm"
CLOUDS = engine.Dataset(
    np.random.default_rng(2).normal(size=(400, 2)) + np.repeat([[0.0, 0.0], [1.8, 0.6]], 200, axis=0),
    np.repeat([0, 1], 200), class_names=("left", "right"),
)  # fmt: skip


def followed(before: engine.Dataset, start: dict[str, Any], data: engine.Dataset, **values: Any) -> list[Step | None]:
    algorithm = engine.algorithm(KEY)
    assert algorithm.followed is not None
    last = engine.trace(KEY, before, **start).last()
    return list(algorithm.followed(last, data, build(algorithm.params, start | values)))


@pytest.mark.parametrize(
    ("start", "values"),
    [
        ({}, {"C": 30.0}),
        ({"C": 30.0}, {"C": 0.1}),
        ({"gamma": 0.2}, {"gamma": 2.0}),
        ({"gamma": 2.0}, {"gamma": 0.2, "C": 3.0}),
        ({"kernel": "linear"}, {"C": 20.0}),
        ({"kernel": "polynomial", "gamma": 0.5}, {"degree": 3}),
    ],
)
def test_approximation_converges_to_the_end_of_the_run(start: dict[str, Any], values: dict[str, Any]) -> None:
    last, end = followed(CLOUDS, start, CLOUDS, **values)[-1], engine.trace(KEY, CLOUDS, **start | values).last()
    assert last is not None and last.gap <= NEAR
    assert last.dual == pytest.approx(end.dual, rel=1e-3)
    reach = np.abs(end.model.decision_function(CLOUDS.X)).max()
    assert np.abs(last.model.decision_function(CLOUDS.X) - end.model.decision_function(CLOUDS.X)).max() < 0.03 * reach


def test_approximate_steps_keep_the_invariants() -> None:
    *_, last = followed(CLOUDS, {"gamma": 0.3}, CLOUDS, C=0.2, gamma=1.0)
    assert last is not None
    alphas, t = np.abs(last.shares), last.problem.t
    assert (last.shares * t >= 0).all() and alphas.max() == 0.2 and last.shares.sum() == pytest.approx(0.0, abs=1e-9)
    sums = last.problem.kernel.between(CLOUDS.X, CLOUDS.X) @ last.shares
    assert last.biases == pytest.approx(t - sums, abs=1e-9)


def test_misleading_step_is_not_shown() -> None:
    steps = followed(CLOUDS, {"gamma": 0.05}, CLOUDS, gamma=8.0, C=100.0)
    assert None in steps and all(step is None or step.gap <= FAR for step in steps)


def test_approximation_stops_without_digits_or_time(monkeypatch) -> None:
    wide = CLOUDS.changed(X=CLOUDS.X * 7.0)
    values: dict[str, Any] = {"kernel": "polynomial", "gamma": 1.0, "degree": 3, "pairs": 2_000}
    assert len(followed(wide, values | {"C": 1e-4}, wide, C=1e5)) <= following.ROUNDS
    monkeypatch.setattr(following, "MOST", 1_000)
    assert followed(CLOUDS, {}, CLOUDS, gamma=2.0) == [] and followed(CLOUDS, {}, CLOUDS, C=2.0)


def test_moved_and_relabelled_points_are_followed_but_no_other_rows() -> None:
    moved = CLOUDS.with_values(np.array([3]), np.array([[2.0, 2.0]])).with_targets(np.array([5]), 1)
    *_, last = followed(CLOUDS, {}, moved)
    end = engine.trace(KEY, moved).last()
    assert last is not None and last.dual == pytest.approx(end.dual, rel=1e-3)
    assert last.shares.sum() == pytest.approx(0.0, abs=1e-9)
    assert followed(CLOUDS, {}, CLOUDS.without_rows([0])) == []
