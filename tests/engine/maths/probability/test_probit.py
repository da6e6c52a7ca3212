"""The normal distribution function, and the probit that stands in for the sigmoid, against scipy and quadrature."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.integrate import quad

from engine.maths.probability.probit import (
    LAMBDA,
    largest_gap,
    moderated,
    normal_cdf,
    normal_density,
    normal_quantile,
    not_greater,
    probit_integral,
    shrinkage,
)
from engine.maths.probability.sigmoid import sigmoid
from tests.catalogue import shows

REALS = st.floats(-20, 20)
SPREADS = st.floats(0.0, 1e6)


@shows("LR23", "W42")
def test_w42_the_stretch_and_the_gap():
    assert pytest.approx(0.626657068658, abs=1e-12) == LAMBDA
    assert pytest.approx(0.392699081699, abs=1e-12) == LAMBDA**2
    assert LAMBDA / np.sqrt(2 * np.pi) == pytest.approx(0.25, abs=1e-15)
    gap, at = largest_gap()
    assert gap == pytest.approx(0.0176711877113, abs=1e-6)
    assert at == pytest.approx(2.764, abs=1e-3)


@shows("W42")
def test_w42_integral_kappa_and_its_failure():
    assert probit_integral(1.0, 4.0) == pytest.approx(0.652041283239, abs=1e-9)
    kappa = float(shrinkage(np.array(4.0)))
    assert kappa == pytest.approx(0.623686242953, abs=1e-9)
    assert float(moderated(np.array(1.0), np.array(4.0))) == pytest.approx(0.651056462046, abs=1e-9)
    assert float(sigmoid(np.array(1 / kappa))) == pytest.approx(0.832488904427, abs=1e-9)  # κ as printed in E001-34
    assert float(normal_cdf(1 / (1 / LAMBDA**2 + 4))) == pytest.approx(0.560703810498, abs=1e-9)  # the root forgotten
    assert float(normal_cdf(1.3)) == pytest.approx(0.903199515414, abs=1e-9)
    doubled = 0.5 + (float(normal_cdf(1.3)) - 0.5) / np.sqrt(2)  # Φ with a second 1/√2, as printed in one note
    assert doubled == pytest.approx(0.785105111521, abs=1e-9)
    assert not_greater(0.0, 1 / LAMBDA**2, 1.0, 4.0) == pytest.approx(0.652041283239, abs=1e-9)


def test_w86_the_probit_and_its_derivative():
    a = np.array([-1.0, 0.0, 2.0])
    assert normal_cdf(a) == pytest.approx([0.158655253931, 0.5, 0.977249868052], abs=1e-9)
    assert normal_density(a) == pytest.approx([0.241970724519, 0.398942280401, 0.0539909665132], abs=1e-9)


def test_lr23_best_slope_is_not_the_least_gap():
    assert largest_gap(1 / 1.702)[0] < 0.0096 < largest_gap()[0]


def test_pd17_against_scipy():
    a = np.linspace(-12, 12, 97)
    assert normal_cdf(a) == pytest.approx(stats.norm.cdf(a), abs=1e-12)
    assert normal_cdf(-a) == pytest.approx(1 - normal_cdf(a), abs=1e-15)
    p = np.linspace(1e-9, 1 - 1e-9, 31)
    assert normal_quantile(p) == pytest.approx(stats.norm.ppf(p), abs=1e-12)
    assert normal_quantile(np.array([0.0, 1.0])).tolist() == [-np.inf, np.inf]
    assert normal_density(a, 1.0, 4.0) == pytest.approx(stats.norm.pdf(a, 1.0, 2.0), abs=1e-15)


@shows("PD18")
def test_pd18_probability_that_one_is_not_greater():
    inner = quad(lambda y: stats.norm.cdf(y, 0.3, 2.0) * stats.norm.pdf(y, 1.0, 0.7), -12, 12, epsabs=1e-13)[0]
    assert not_greater(0.3, 4.0, 1.0, 0.49) == pytest.approx(inner, abs=1e-10)
    assert not_greater(2.0, 0.0, 1.0, 0.0) == 0.0
    assert not_greater(1.0, 0.0, 1.0, 0.0) == 1.0


@shows("LR24")
@pytest.mark.parametrize("stretch", [0.3, LAMBDA, 2.0])
@pytest.mark.parametrize(("mean", "variance"), [(0.0, 1.0), (-1.5, 0.2), (3.0, 9.0)])
def test_lr24_the_integral_against_scipy(mean, variance, stretch):
    s = variance**0.5
    found = quad(
        lambda a: stats.norm.cdf(stretch * a) * stats.norm.pdf(a, mean, s),
        mean - 12 * s, mean + 12 * s, epsabs=1e-13, epsrel=1e-12,
    )[0]  # fmt: skip
    assert probit_integral(mean, variance, stretch) == pytest.approx(found, abs=1e-10)


def test_lr24_without_a_spread():
    assert probit_integral(0.7, 0.0) == pytest.approx(float(normal_cdf(LAMBDA * 0.7)), abs=1e-15)


@given(REALS, SPREADS)
def test_moderation_only_pulls_towards_a_half(mean, variance):
    pulled, plain = float(moderated(np.array(mean), np.array(variance))), float(sigmoid(np.array(mean)))
    assert 0 < float(shrinkage(np.array(variance))) <= 1
    assert min(0.5, plain) - 1e-15 <= pulled <= max(0.5, plain) + 1e-15


def test_infinite_variance_gives_a_half():
    assert float(moderated(np.array(3.0), np.array(1e12))) == pytest.approx(0.5, abs=1e-5)
