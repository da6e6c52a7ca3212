"""L-BFGS: the two loops against the matrix they stand for, on a quadratic, and lengths that Wolfe allows."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import rosen, rosen_der

from engine.maths.optimisation.limited_memory import (
    FLATTER,
    LESS,
    first_scale,
    inverse_hessian,
    remembered,
    two_loop,
    wolfe_length,
)

RNG = np.random.default_rng(3)
A = np.diag([1.0, 4.0, 9.0, 25.0]) + 0.5
"""The Hessian of a quadratic in four numbers."""


def test_two_loop_recursion_equals_the_explicit_bfgs_matrix():
    pairs = np.array([[s, A @ s] for s in RNG.normal(size=(3, 4))])
    g = RNG.normal(size=4)
    H = first_scale(pairs) * np.eye(4)
    for s, y in pairs:  # the BFGS update of the inverse, written out (Nocedal and Wright, 6.17)
        rho = 1 / (y @ s)
        H = (np.eye(4) - rho * np.outer(s, y)) @ H @ (np.eye(4) - rho * np.outer(y, s)) + rho * np.outer(s, s)
    assert inverse_hessian(pairs, 4) == pytest.approx(H)
    assert two_loop(g, pairs) == pytest.approx(H @ g)
    assert H @ pairs[-1, 1] == pytest.approx(pairs[-1, 0]), "the last step is what H makes of the change of the slope"


def test_exact_line_search_on_a_quadratic_recovers_the_inverse():
    """After P steps of exact length BFGS has met every direction: H is A⁻¹, and the slope is 0."""
    w, pairs = RNG.normal(size=4), np.zeros((0, 2, 4))
    for _ in range(4):
        direction = -two_loop(A @ w, pairs)
        s = -(direction @ A @ w) / (direction @ A @ direction) * direction
        w, pairs = w + s, remembered(pairs, s, A @ s, 4)
    assert A @ w == pytest.approx(np.zeros(4), abs=1e-9)
    assert inverse_hessian(pairs, 4) == pytest.approx(np.linalg.inv(A), abs=1e-6)


def test_only_the_last_pairs_with_positive_curvature_are_kept():
    pairs = np.zeros((0, 2, 2))
    for k in range(1, 5):
        pairs = remembered(pairs, np.array([k, 0.0]), np.array([1.0, 0.0]), 3)
    assert pairs[:, 0, 0].tolist() == [2.0, 3.0, 4.0]
    assert remembered(pairs, np.ones(2), -np.ones(2), 3) is pairs
    assert remembered(pairs, np.zeros(2), np.zeros(2), 3) is pairs


@pytest.mark.parametrize("at", [(-1.2, 1.0), (2.0, -3.0), (1.001, 1.0)])
def test_a_length_meets_both_conditions(at):
    w = np.array(at)
    d = -rosen_der(w)
    a = wolfe_length(rosen, rosen_der, w, d)
    assert rosen(w + a * d) <= rosen(w) + LESS * a * rosen_der(w) @ d
    assert rosen_der(w + a * d) @ d >= FLATTER * rosen_der(w) @ d


def test_line_search_fails_if_f_rises_against_the_slope():
    ways = np.zeros(2), np.array([1.0, 0.0])
    assert wolfe_length(lambda w: 1.0 + abs(float(w[0])) ** 0.1, lambda w: np.array([-1e-3, 0.0]), *ways) == 0.0
