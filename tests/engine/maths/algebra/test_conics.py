"""The kind of border between two Gaussians."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.algebra.conics import border

EVEN = np.array([0.5, 0.5])
UNIT = np.eye(2)
APART = np.array([[0.0, 0.0], [3.0, 1.0]])
SAME = np.zeros((2, 2))


@pytest.mark.parametrize(
    ("means", "first", "second", "priors", "det", "kind"),
    [
        (APART, UNIT, UNIT, EVEN, 0.0, "a line"),
        (SAME, UNIT, 4 * UNIT, EVEN, 0.140625, "a circle"),
        (SAME, UNIT, np.diag([4.0, 9.0]), EVEN, 1 / 6, "an ellipse"),
        (np.array([[0.0, 0.0], [0.0, 2.0]]), UNIT, np.diag([4.0, 1.0]), EVEN, 0.0, "a parabola"),
        (APART, np.diag([1.0, 4.0]), np.diag([4.0, 1.0]), EVEN, -0.140625, "a hyperbola"),
        (SAME, np.diag([1.0, 4.0]), np.diag([4.0, 1.0]), EVEN, -0.140625, "two crossing lines"),
        (SAME, UNIT, np.diag([4.0, 1.0]), EVEN, 0.0, "two parallel lines"),
        (SAME, UNIT, UNIT, EVEN, 0.0, "a tie everywhere"),
        (SAME, UNIT, UNIT, np.array([0.3, 0.7]), 0.0, "no border"),
        (SAME, UNIT, 4 * UNIT, np.array([0.1, 0.9]), 0.140625, "no border"),
        (SAME, UNIT, 4 * UNIT, np.array([0.2, 0.8]), 0.140625, "one point"),
        (SAME, UNIT, np.diag([4.0, 1.0]), np.array([1, 2]) / 3, 0.0, "a line"),
        (APART, UNIT, UNIT, np.array([1.0, 0.0]), 0.0, "no border"),
    ],
)
def test_w64_w92_kind_follows_from_the_eigenvalues_of_q(
    means: np.ndarray, first: np.ndarray, second: np.ndarray, priors: np.ndarray, det: float, kind: str
) -> None:
    found = border(means, np.array([first, second]), priors)
    assert found.kind == kind
    assert found.det == pytest.approx(det, abs=1e-12)


@pytest.mark.parametrize(
    ("spreads", "priors", "kind"),
    [([1.0, 4.0], EVEN, "two points"), ([1.0, 1.0], EVEN, "one point"), ([1.0, 4.0], [0.01, 0.99], "no border")],
)
def test_w23_border_of_one_feature_is_points(spreads: list[float], priors: np.ndarray, kind: str) -> None:
    means, covariances = np.array([[1.0], [4.0]]), np.array(spreads).reshape(2, 1, 1)
    assert border(means, covariances, np.asarray(priors)).kind == kind


def test_more_features_have_a_hyperplane_or_a_quadric() -> None:
    means = np.array([[0.0, 0.0, 0.0], [1.0, 2.0, 3.0]])
    assert border(means, np.array([np.eye(3), np.eye(3)]), EVEN).kind == "a hyperplane"
    assert border(means, np.array([np.eye(3), 2 * np.eye(3)]), EVEN).kind == "a quadric surface"


@given(st.integers(0, 10_000))
def test_coefficients_are_those_of_the_log_odds(seed: int) -> None:
    """Against the two densities themselves at a random place; a far origin changes the kind of nothing."""
    rng = np.random.default_rng(seed)
    means, roots = rng.normal(size=(2, 2)), rng.normal(size=(2, 2, 2)) + 2 * np.eye(2)
    spreads = np.einsum("kij,klj->kil", roots, roots)
    found, x = border(means, spreads, np.array([0.3, 0.7])), rng.normal(size=2)
    gap = x - found.middle
    a = float(gap @ found.Q @ gap + found.b @ gap + found.c)
    logs = [
        -0.5 * (x - m) @ np.linalg.solve(S, x - m) - 0.5 * np.linalg.slogdet(S)[1]
        for m, S in zip(means, spreads, strict=True)
    ]
    assert a == pytest.approx(logs[0] - logs[1] + np.log(0.3 / 0.7), rel=1e-6, abs=1e-6)
    assert border(means + 1000.0, spreads, np.array([0.3, 0.7])).kind == found.kind
