"""Thresholds between two classes against scipy's Gaussians: where both are equally likely, once, twice, or nowhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import norm

from engine.maths.probability.threshold import RULES, Projected, crossings, cut, meetings, projected


def gaussians(v1, v2, n1=10, n2=10):
    return Projected(np.array([0.0, 4.0]), np.array([v1, v2]), np.array([n1, n2]))


def odds(y, c):
    likely = [
        np.log(n) - 0.5 * np.log(v) - 0.5 * (y - m) ** 2 / v
        for m, v, n in zip(c.means, c.variances, c.counts, strict=True)
    ]
    return likely[1] - likely[0]


@given(st.floats(0.05, 20), st.floats(0.05, 20), st.integers(1, 60), st.integers(1, 60))
def test_gaussians_cross_where_the_odds_are_even(v1, v2, n1, n2):
    classes = gaussians(v1, v2, n1, n2)
    for place, begins in crossings(classes):
        assert odds(place, classes) == pytest.approx(0.0, abs=1e-6 * (1 + place**2 / min(v1, v2)))
        if len(crossings(classes)) == 2 and abs(crossings(classes)[1][0] - crossings(classes)[0][0]) > 1e-2:
            assert (odds(place + 1e-3, classes) > odds(place - 1e-3, classes)) == begins


def test_equal_variances_and_counts_give_the_midpoint():
    assert crossings(gaussians(2.0, 2.0)) == ((2.0, True),)
    assert cut(gaussians(2.0, 2.0), "gaussians") == cut(gaussians(2.0, 2.0), "midpoint") == 2.0
    assert cut(gaussians(2.0, 2.0, 30, 10), "gaussians") == pytest.approx(2.0 + 0.5 * np.log(3.0))


def test_unequal_variances_cross_twice_as_scipy_says():
    classes = gaussians(1.0, 4.0, 10, 30)

    def more_of_the_second(y):
        return 30 * norm.pdf(y, 4.0, 2.0) - 10 * norm.pdf(y, 0.0, 1.0)

    expected = [brentq(more_of_the_second, -8.0, 0.0), brentq(more_of_the_second, 0.0, 4.0)]
    assert [place for place, _ in crossings(classes)] == pytest.approx(expected, abs=1e-9)
    assert [begins for _, begins in crossings(classes)] == [False, True]
    assert cut(classes, "gaussians") == pytest.approx(expected[1], abs=1e-9)
    assert meetings(classes, "midpoint") == () and cut(classes, "midpoint") == 2.0


def test_common_variance_is_the_pooled_mean_square():
    classes = gaussians(1.0, 4.0, 10, 30)
    pooled = (10 * 1.0 + 30 * 4.0) / 40
    assert classes.pooled == pooled and classes.common.variances.tolist() == [pooled, pooled]
    assert cut(classes, "common gaussian") == pytest.approx(2.0 - pooled / 4.0 * np.log(3.0), abs=1e-12)


@given(st.floats(0.1, 10), st.floats(0.1, 10), st.integers(1, 60), st.integers(1, 60), st.floats(-1e3, 1e3))
def test_threshold_is_equivariant_to_shift_and_scale(v1, v2, n1, n2, shift):
    here = gaussians(v1, v2, n1, n2)
    there = Projected(3.0 * here.means + shift, 9.0 * here.variances, here.counts)
    for rule in RULES:
        assert cut(there, rule) == pytest.approx(3.0 * cut(here, rule) + shift, rel=1e-6, abs=1e-6)


def test_the_moments_of_each_class():
    classes = projected(np.array([1.0, 5.0, 3.0, 9.0, 9.0]), np.array([False, True, False, True, True]))
    assert classes.means == pytest.approx([2.0, 23 / 3]) and classes.counts.tolist() == [2, 3]
    assert classes.variances == pytest.approx([1.0, np.var([5.0, 9.0, 9.0])])


def test_class_without_variance_takes_the_pooled_variance():
    classes = gaussians(0.0, 4.0, 1, 3)
    assert classes.taken_by("gaussians").variances.tolist() == [3.0, 3.0]
    assert gaussians(1.0, 4.0).taken_by("gaussians").variances.tolist() == [1.0, 4.0]
    assert crossings(classes) == crossings(classes.common)


def test_class_with_one_example_takes_the_pooled_variance():
    classes = projected(np.array([0.0, 1.0, 2.0, 6.0]), np.array([False, False, False, True]))
    ((place, begins),) = crossings(classes)
    assert begins and 3.5 < place < 6.0
    assert crossings(projected(np.array([0.0, 1.0]), np.array([False, True]))) == ()


def test_dominated_class_gives_the_midpoint():
    classes = Projected(np.array([0.0, 0.1]), np.array([4.0, 1.0]), np.array([1000, 1]))
    assert crossings(classes) == () and cut(classes, "gaussians") == pytest.approx(0.05)
