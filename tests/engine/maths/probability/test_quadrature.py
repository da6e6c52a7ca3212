"""Integrals by adaptive halving, by Gauss and Hermite, and of the sigmoid under a bell, against scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import norm

from engine.base.errors import Refusal
from engine.maths.probability.quadrature import hermite, hermite_mean, integral, sigmoid_mean
from engine.maths.probability.sigmoid import sigmoid
from tests.catalogue import shows


def exact(mean, variance):
    s = variance**0.5
    breaks = [-mean / s] if abs(mean) < 12 * s else None
    return quad(
        lambda z: float(expit(mean + s * z)) * math.exp(-0.5 * z * z), -13, 13, points=breaks, limit=500, epsabs=1e-13
    )[0] / math.sqrt(2 * math.pi)


def test_w42_by_halving():
    found = integral(lambda a: sigmoid(a) * norm.pdf(a, 1.0, 2.0), -30.0, 30.0)
    assert found.value == pytest.approx(0.647726438526, abs=1e-9)
    assert abs(found.value - 0.647726438526) <= max(found.error, 1e-10)


def test_w39_by_halving():
    found = integral(lambda z: np.exp(-(z**2) / 2) * sigmoid(20 * z + 4), -12.0, 12.0)
    mean = integral(lambda z: z * np.exp(-(z**2) / 2) * sigmoid(20 * z + 4), -12.0, 12.0).value / found.value
    assert found.value == pytest.approx(1.45118936756, abs=1e-8)
    assert mean == pytest.approx(0.672800309536, abs=1e-8)


def test_op8_intervals_are_short_only_where_needed():
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


def test_op8_non_convergence_is_refused_in_words():
    with pytest.raises(Refusal, match="break points"), np.errstate(divide="ignore", invalid="ignore"):
        integral(lambda x: 1 / np.abs(x - 1 / 3), 0.0, 1.0)


@pytest.mark.parametrize("nodes", [5, 32, 64])
def test_lr21_gauss_hermite_is_exact_for_polynomials(nodes):
    z, weights = hermite(nodes)
    assert weights.sum() == pytest.approx(1.0, abs=1e-14)
    assert [weights @ z**k for k in (1, 2, 4, 8)] == pytest.approx([0, 1, 3, 105], abs=1e-9)
    assert not z.flags.writeable


def test_lr21_nodes_are_accurate_for_small_variance():
    small, large = np.array([0.3]), np.array([22.4])
    assert hermite_mean(np.array([1.0]), small, 32)[0] == pytest.approx(exact(1.0, 0.3), abs=1e-10)
    assert 1e-6 < abs(hermite_mean(np.array([4.0]), large, 32)[0] - exact(4.0, 22.4)) < 1e-3


@shows("LR21")
@given(st.floats(-30, 30), st.floats(1e-6, 1e5))
@settings(deadline=None, max_examples=60)
def test_lr21_gaussian_mean_of_the_sigmoid_matches_scipy(mean, variance):
    assert sigmoid_mean(np.array([mean]), np.array([variance]))[0] == pytest.approx(exact(mean, variance), abs=1e-10)


def test_lr21_zero_spread_is_the_sigmoid():
    mean = np.linspace(-40, 40, 17)
    assert sigmoid_mean(mean, np.zeros(17)) == pytest.approx(sigmoid(mean), abs=1e-15)


def test_batched_rows_equal_single_ones():
    rng = np.random.default_rng(0)
    mean, variance = rng.normal(size=20_000), rng.exponential(2.0, size=20_000)
    together = sigmoid_mean(mean, variance)
    for i in (0, 8_263, 8_264, 19_999):
        assert together[i] == pytest.approx(sigmoid_mean(mean[[i]], variance[[i]])[0], abs=1e-14)


# -- the adaptive rule -------------------------------------------------------------------------------------------------


class Counted:
    """A function that remembers where it was asked."""

    def __init__(self, function):
        self.function, self.places = function, []

    def __call__(self, x):
        self.places.append(np.array(x))
        assert len(x) < 1_000_000, "it does not settle"
        return self.function(x)


@pytest.mark.parametrize("power", range(6))
def test_op8_corrected_rule_is_exact_up_to_degree_five(power):
    """Simpson on the halves plus 1/15 of the difference is Boole's rule: its weights show where nothing is halved."""
    found = integral(lambda x: x**power, 1.0, 3.0, tolerance=1e9)
    assert len(found.intervals) == 8
    assert found.value == pytest.approx((3.0 ** (power + 1) - 1.0) / (power + 1), rel=1e-14)


def test_op8_error_estimate_is_a_fifteenth_of_the_change():
    """x⁴ on (0, h): the rule on the halves is off by h⁵/1920, and the rule on the whole by sixteen times that."""
    found = integral(lambda x: x**4, 0.0, 8.0, tolerance=1e9)
    assert found.error == pytest.approx(8 * 1.0 / 1920, rel=1e-9)


def test_op8_nodes_are_the_quarters_of_each_interval():
    line = Counted(lambda x: 2.0 * x)
    integral(line, 0.0, 8.0)
    (places,) = line.places
    assert sorted(places.tolist()) == sorted(k + q / 4 for k in range(8) for q in range(5))


def test_op8_only_inaccurate_intervals_are_halved():
    """A kink inside one interval: that one alone is halved, round after round, until its share of the tolerance."""
    kink = Counted(lambda x: np.abs(x - 0.3))
    found = integral(kink, 0.0, 8.0, tolerance=1e-6)
    assert found.value == pytest.approx((0.3**2 + 7.7**2) / 2, abs=1e-6)
    asked = [len(places) for places in kink.places]
    assert len(asked) > 8
    assert asked[0] == 8 * 5 and set(asked[1:]) == {10}
    widths = np.diff(found.intervals, axis=1).ravel()
    assert len(widths) == 8 + len(asked) - 1
    assert sorted(set(widths.tolist()), reverse=True) == [0.5**k for k in range(len(asked))]


def test_op8_interval_is_accepted_by_its_share_of_the_tolerance():
    """x⁴ on intervals of width h is off by h⁵/1920 each: as wide as possible with that within tolerance · h / 8."""
    for rounds in range(6):
        width = 0.5**rounds
        tolerance = 8 * width**4 / 1920
        for factor, halved in ((1.001, 0), (0.999, 1)):
            quartic = Counted(lambda x: x**4)
            found = integral(quartic, 0.0, 8.0, tolerance * factor)
            assert len(found.intervals) == 8 * 2 ** (rounds + halved)
            assert sum(map(len, quartic.places)) == 5 * 8 * (2 ** (rounds + halved + 1) - 1)


SHAPES = {
    "peak": (lambda x: 1 / (1e-3 + (x - 0.3) ** 2), -1.0, 2.0, None),
    "wave": (lambda x: np.sin(40 * x) * np.exp(-x), 0.0, 3.0, None),
    "root": (lambda x: np.sqrt(np.abs(x - 0.7)), 0.0, 2.0, [0.7]),
    "bell": (lambda x: np.exp(-50 * (x - 4.2) ** 2), 0.0, 10.0, None),
    "steep": (lambda x: sigmoid(200 * (x - 0.123)), -1.0, 1.0, None),
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("tolerance", [1e-4, 1e-7, 1e-10])
def test_op8_agrees_with_scipy_at_few_evaluations(name, tolerance):
    function, low, high, breaks = SHAPES[name]
    counted = Counted(function)
    found = integral(counted, low, high, tolerance, breaks or ())
    exact_value = quad(lambda x: float(function(np.array(x))), low, high, points=breaks, limit=2000, epsabs=1e-13)[0]
    assert abs(found.value - exact_value) <= tolerance
    assert found.error <= tolerance
    quarters = [function(found.intervals @ [1 - share, share]) for share in (0, 0.25, 0.5, 0.75, 1)]
    fine, coarse = np.array([1, 4, 2, 4, 1]) / 12 @ quarters, np.array([1, 0, 4, 0, 1]) / 6 @ quarters
    width = np.diff(found.intervals, axis=1).ravel()
    assert found.error == pytest.approx((np.abs(fine - coarse) * width).sum() / 15, rel=1e-6, abs=1e-16)
    asked = sum(map(len, counted.places))
    whole = 8 * (2 if breaks else 1)
    assert asked == 5 * (2 * len(found.intervals) - whole), "every interval is asked once, and so is every one it is of"
    if name != "wave":  # which is as rough in one place as in another
        assert asked < 5 * (high - low) / width.min(), "even intervals as fine everywhere would ask more"
