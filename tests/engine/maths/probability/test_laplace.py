"""Laplace's approximation and Newton's tangents against the worked examples."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.base.errors import Refusal
from engine.maths.optimisation.scalar_newton import tangents
from engine.maths.probability.laplace import inverse_root, laplace, laplace_of_one, stacked_root


def squash(a):
    return 1 / (1 + math.exp(-a))


def test_w39_a_bell_under_a_sigmoid():
    found = laplace_of_one(
        lambda z: -z * z / 2 - math.log1p(math.exp(-(20 * z + 4))),
        lambda z: -z + 20 * (1 - squash(20 * z + 4)),
        lambda z: -1 - 400 * squash(20 * z + 4) * (1 - squash(20 * z + 4)),
        start=0.0,
    )
    assert found.mode[0] == pytest.approx(0.0774795809853, abs=1e-8)
    assert 1 / found.covariance[0, 0] == pytest.approx(2.54358853424, abs=1e-8)
    assert math.sqrt(found.covariance[0, 0]) == pytest.approx(0.627013036716, abs=1e-8)
    assert found.log_height == pytest.approx(-0.00688304507727, abs=1e-8)
    assert math.exp(found.log_integral) == pytest.approx(1.560907748, abs=1e-8)


def test_w40_stirling():
    found = laplace_of_one(lambda z: 4 * math.log(z) - z, lambda z: 4 / z - 1, lambda z: -4 / z**2, start=3.0)
    assert found.mode[0] == pytest.approx(4.0, abs=1e-9)
    assert 1 / found.covariance[0, 0] == pytest.approx(0.25, abs=1e-9)
    assert math.exp(found.log_integral) == pytest.approx(23.5061751329, abs=1e-9)
    assert math.exp(found.log_integral) / 24 == pytest.approx(0.979423963871, abs=1e-9)


def test_w40_stationary_point_that_is_no_maximum_is_refused():
    with pytest.raises(Refusal, match=r"no maximum.*−0\.4142, 2\.414"):
        laplace(np.zeros(2), 0.0, np.array([[0.0, 1.0], [1.0, 2.0]]))


def test_pd22_gaussian_is_its_own_approximation():
    A = np.array([[2.0, 0.6], [0.6, 1.0]])
    found = laplace(np.array([1.0, -1.0]), 0.7, A)
    assert found.covariance == pytest.approx(np.linalg.inv(A), abs=1e-14)
    volume = math.log(2 * math.pi) - 0.5 * math.log(np.linalg.det(A))
    assert found.log_integral == pytest.approx(0.7 + volume, abs=1e-13)


def test_roots_of_an_inverse():
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(40, 5))
    A = rows.T @ rows + np.eye(5)
    for root in (inverse_root(A), stacked_root(A, rows, np.ones(5))):
        assert root @ root.T == pytest.approx(np.linalg.inv(A), abs=1e-12)


def test_root_of_a_matrix_with_a_vanishing_eigenvalue():
    """Two columns 1e8 from the origin, all but the same: the prior is all that is known of their difference."""
    rows = np.column_stack([np.ones(50), 1e8 + np.linspace(-1, 1, 50)])
    root = stacked_root(rows.T @ rows + np.eye(2), rows, np.ones(2))
    S = root @ root.T
    assert S[0, 0] == pytest.approx(1.0, abs=1e-6)  # the bias is as free as its prior lets it be
    at = np.array([1.0, 1e8])
    assert at @ S @ at == pytest.approx(1 / 50, rel=0.05)  # and the activation at the mean is known from 50 rows


def test_op3_w60_like_tangents():
    path = tangents(lambda x: x * x - 2, lambda x: 2 * x, 1.0)
    expected = [1.0, 1.5, 1.41666666667, 1.41421568627, 1.41421356237, 1.41421356237]
    assert path[:6] == pytest.approx(expected, abs=1e-9)
    assert path[-1] == pytest.approx(math.sqrt(2), abs=1e-15)


def test_op3_w60_cycling_tangents_are_stopped_and_reported():
    places = []

    def f(x):
        places.append(x)
        return x**3 - 2 * x + 2

    with pytest.raises(Refusal, match="50 tangents and no root: they go round in a circle, from 0 to 1 and back"):
        tangents(f, lambda x: 3 * x * x - 2, 0.0)
    assert places == [0.0, 1.0] * 25


@pytest.mark.parametrize(
    ("f", "slope", "start", "words"),
    [
        (lambda x: x * x + 1, lambda x: 2 * x, 0.0, "flat"),
        (lambda x: x**3 - 2 * x + 2, lambda x: 3 * x * x - 2, 0.0, "50 tangents"),
        (lambda x: math.inf if x > 3 else x - 5, lambda x: 1.0, 0.0, "left the range"),
    ],
)
def test_op3_failure_to_find_a_root_is_refused_in_words(f, slope, start, words):
    with pytest.raises(Refusal, match=words):
        tangents(f, slope, start)
