"""Paired comparisons against scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.maths.evaluation.paired import mcnemar_chi_squared, mcnemar_exact, paired_t


@pytest.mark.parametrize(("b", "c"), [(0, 0), (1, 9), (9, 1), (5, 5), (0, 6), (30, 52), (1, 0)])
def test_mcnemar_is_the_binomial_test_with_a_half(b: int, c: int) -> None:
    from scipy.stats import binomtest, chi2

    right = binomtest(b, b + c, 0.5).pvalue if b + c else 1.0
    assert mcnemar_exact(b, c) == pytest.approx(right, abs=1e-12)
    statistic, p = mcnemar_chi_squared(b, c)
    expected = max(abs(b - c) - 1, 0) ** 2 / max(b + c, 1)
    assert statistic == pytest.approx(expected) and p == pytest.approx(chi2.sf(expected, 1))


def test_paired_t_matches_scipy_and_the_corrected_one_is_smaller() -> None:
    from scipy.stats import ttest_1samp

    d = np.random.default_rng(0).normal(0.1, 0.2, size=10)
    right = ttest_1samp(d, 0.0)
    assert paired_t(d) == pytest.approx((right.statistic, right.pvalue))
    t, p = paired_t(d, 1 / 9)
    assert t == pytest.approx(right.statistic * math.sqrt(0.1 / (0.1 + 1 / 9))) and p > right.pvalue
    assert paired_t(np.full(4, 0.5)) == (math.inf, 0.0) and paired_t(np.full(4, -0.5))[0] == -math.inf
    assert paired_t(np.zeros(3)) == (0.0, 1.0) and paired_t(np.array([0.0])) == (0.0, 1.0)
