"""Newton's step: against the equations it solves, where they are singular, and in any units."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.optimisation.newton import newton_step


def definite(rng, size):
    half = rng.normal(size=(size, size))
    return half @ half.T + 0.1 * np.eye(size)


@pytest.mark.parametrize("size", [1, 2, 5, 30])
def test_positive_curvature_solves_the_equations(size):
    rng = np.random.default_rng(size)
    H, g = definite(rng, size), rng.normal(size=size)
    step, rank, unmet = newton_step(g, H)
    assert step == pytest.approx(np.linalg.solve(H, -g), rel=1e-8)
    assert (rank, unmet) == (size, 0.0)


@given(st.integers(1, 4), st.integers(0, 999))
def test_newton_step_solves_and_has_minimum_norm(rank, seed):
    rng = np.random.default_rng(seed)
    half = np.linalg.qr(rng.normal(size=(4, 4)))[0][:, :rank] * rng.choice([0.1, 1.0, 10.0], size=(4, 1))
    H, wanted = half @ half.T, rng.normal(size=4)
    step, found, unmet = newton_step(-H @ wanted, H)
    assert found == rank
    assert H @ step == pytest.approx(H @ wanted, rel=1e-5, abs=1e-6 * np.abs(H).max())
    assert np.linalg.norm(step) <= np.linalg.norm(wanted) * (1 + 1e-6)
    assert unmet < 1e-5 * np.sqrt(np.diag(H)).max()


@given(st.integers(0, 999), st.floats(-60, 60), st.floats(-60, 60))
def test_rank_and_unique_step_do_not_depend_on_units(seed, one, other):
    rng = np.random.default_rng(seed)
    H, g = definite(rng, 3), rng.normal(size=3)
    units = np.array([10.0**one, 1.0, 10.0**other])
    step, rank, _ = newton_step(units * g, units[:, None] * H * units)
    assert rank == 3
    assert units * step == pytest.approx(newton_step(g, H)[0], rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("left", [1e-5, 1e-7])
def test_nearly_equal_columns_are_independent(left):
    H = np.array([[1.0, np.sqrt(1 - left**2)], [np.sqrt(1 - left**2), 1.0]])
    step, rank, unmet = newton_step(-H @ [1.0, -1.0], H)
    assert rank == 2 and unmet == 0.0
    assert H @ step == pytest.approx(H @ [1.0, -1.0], abs=1e-12)


def test_columns_equal_up_to_rounding_share_the_step():
    H = np.array([[1.0, 1 - 1e-16], [1 - 1e-16, 1.0]])
    step, rank, unmet = newton_step(np.array([-2.0, -2.0]), H)
    assert rank == 1 and unmet < 1e-14
    assert step == pytest.approx([1.0, 1.0])


def test_gradient_without_curvature_is_not_followed():
    step, rank, unmet = newton_step(np.array([1.0, -3.0]), np.diag([2.0, 0.0]))
    assert step == pytest.approx([-0.5, 0.0])
    assert (rank, unmet) == (1, 3.0)
    step, rank, unmet = newton_step(np.array([1.0, -3.0]), np.zeros((2, 2)))
    assert step.tolist() == [0.0, 0.0] and (rank, unmet) == (0, 3.0)


def test_negative_curvature_is_not_followed():
    step, rank, unmet = newton_step(np.array([1.0, 1.0]), np.array([[1.0, 2.0], [2.0, 1.0]]))
    assert step == pytest.approx([-1 / 3, -1 / 3]) and rank == 1 and unmet < 1e-14


def test_what_is_no_number_gives_no_step():
    for g, H in (([np.nan, 1.0], np.eye(2)), ([1.0, 1.0], np.diag([np.inf, 1.0]))):
        step, rank, unmet = newton_step(np.array(g), H)
        assert step.tolist() == [0.0, 0.0] and rank == 0 and math.isinf(unmet)
