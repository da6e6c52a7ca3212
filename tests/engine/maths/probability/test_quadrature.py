"""Integrals by adaptive halving, by Gauss and Hermite, and of the sigmoid under a bell, against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from engine.base.errors import Refusal
from engine.maths.probability.quadrature import hermite, hermite_mean, integral, sigmoid_mean
from engine.maths.probability.sigmoid import sigmoid
from tests.catalogue import shows


def exact(mean, variance):
    s = variance**0.5
    breaks = [-mean / s] if abs(mean) < 12 * s else None
    return quad(
        lambda z: float(sigmoid(np.array(mean + s * z))) * norm.pdf(z), -13, 13, points=breaks, limit=500, epsabs=1e-13
    )[0]


def test_w42_by_halving():
    found = integral(lambda a: sigmoid(a) * norm.pdf(a, 1.0, 2.0), -30.0, 30.0)
    assert found.value == pytest.approx(0.647726438526, abs=1e-9)
    assert abs(found.value - 0.647726438526) <= max(found.error, 1e-10)


def test_w39_by_halving():
    found = integral(lambda z: np.exp(-(z**2) / 2) * sigmoid(20 * z + 4), -12.0, 12.0)
    mean = integral(lambda z: z * np.exp(-(z**2) / 2) * sigmoid(20 * z + 4), -12.0, 12.0).value / found.value
    assert found.value == pytest.approx(1.45118936756, abs=1e-8)
    assert mean == pytest.approx(0.672800309536, abs=1e-8)


def test_op8_intervals_are_short_only_where_they_must_be():
    found = integral(lambda x: 1 / (1e-4 + (x - 0.3) ** 2), 0.0, 1.0, 1e-8)
    exact_value = (np.arctan(0.7 / 0.01) + np.arctan(0.3 / 0.01)) / 0.01
    assert found.value == pytest.approx(exact_value, abs=1e-8)
    width = np.diff(found.intervals, axis=1).ravel()
    near = np.abs(found.intervals.mean(axis=1) - 0.3) < 0.02
    assert width[near].max() < width[~near].max() / 4
    assert found.intervals[1:, 0] == pytest.approx(found.intervals[:-1, 1])
    assert (found.intervals[0, 0], found.intervals[-1, 1]) == (0.0, 1.0)


def test_op8_a_spike_needs_its_place():
    def spike(x):
        return np.exp(-0.5 * ((x - 0.123) / 1e-5) ** 2)

    true = 1e-5 * np.sqrt(2 * np.pi)
    assert integral(spike, 0.0, 1.0).value == pytest.approx(0.0, abs=1e-12)
    assert integral(spike, 0.0, 1.0, 1e-13, breaks=[0.1229, 0.123, 0.1231]).value == pytest.approx(true, abs=1e-12)


def test_op8_a_kink_is_no_trouble_at_a_break():
    found = integral(lambda x: np.abs(x - 1 / 3), 0.0, 1.0, breaks=[1 / 3])
    assert found.value == pytest.approx(5 / 18, abs=1e-14)
    assert len(found.intervals) == 16


def test_op8_what_does_not_settle_is_refused_in_words():
    with pytest.raises(Refusal, match="break points"), np.errstate(divide="ignore", invalid="ignore"):
        integral(lambda x: 1 / np.abs(x - 1 / 3), 0.0, 1.0)


@pytest.mark.parametrize("nodes", [5, 32, 64])
def test_lr21_gauss_and_hermite_are_exact_for_polynomials(nodes):
    z, weights = hermite(nodes)
    assert weights.sum() == pytest.approx(1.0, abs=1e-14)
    assert [weights @ z**k for k in (1, 2, 4, 8)] == pytest.approx([0, 1, 3, 105], abs=1e-9)
    assert not z.flags.writeable


def test_lr21_nodes_are_good_while_the_variance_is_small():
    small, large = np.array([0.3]), np.array([22.4])
    assert hermite_mean(np.array([1.0]), small, 32)[0] == pytest.approx(exact(1.0, 0.3), abs=1e-10)
    assert 1e-6 < abs(hermite_mean(np.array([4.0]), large, 32)[0] - exact(4.0, 22.4)) < 1e-3


@shows("LR21")
@given(st.floats(-30, 30), st.floats(1e-6, 1e5))
@settings(deadline=None, max_examples=60)
def test_lr21_the_sigmoid_under_a_bell_against_scipy(mean, variance):
    assert sigmoid_mean(np.array([mean]), np.array([variance]))[0] == pytest.approx(exact(mean, variance), abs=1e-10)


def test_lr21_without_a_spread_it_is_the_sigmoid():
    mean = np.linspace(-40, 40, 17)
    assert sigmoid_mean(mean, np.zeros(17)) == pytest.approx(sigmoid(mean), abs=1e-15)


def test_many_rows_give_what_each_gives_alone():
    rng = np.random.default_rng(0)
    mean, variance = rng.normal(size=20_000), rng.exponential(2.0, size=20_000)
    together = sigmoid_mean(mean, variance)
    for i in (0, 8_263, 8_264, 19_999):
        assert together[i] == pytest.approx(sigmoid_mean(mean[[i]], variance[[i]])[0], abs=1e-14)
