"""The χ² test against scipy's, and where there is nothing to test."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from engine.maths.probability.chi_squared import chi_squared


@pytest.mark.parametrize("shape", [(2, 2), (3, 2), (2, 5), (6, 4)])
def test_it_is_that_of_scipy(shape):
    table = np.random.default_rng(sum(shape)).integers(1, 30, shape)
    found, other = chi_squared(table), chi2_contingency(table, correction=False)
    assert (found.statistic, found.p) == pytest.approx((other.statistic, other.pvalue), rel=1e-10)
    assert found.freedom == other.dof and found.expected == pytest.approx(other.expected_freq)


def test_absent_values_and_classes_are_ignored():
    table = np.array([[2, 3], [4, 0], [3, 2]])
    wide = np.insert(np.insert(table, 1, 0, axis=0), 2, 0, axis=1)
    assert chi_squared(wide)[:3] == chi_squared(table)[:3] and chi_squared(wide).expected.shape == (3, 2)


@pytest.mark.parametrize("table", [[[3, 4]], [[3], [4]], [[0, 0], [0, 0]], [[5, 0], [2, 0]]])
def test_one_row_or_column_has_nothing_to_test(table):
    found = chi_squared(np.array(table))
    assert (found.statistic, found.freedom, found.p) == (0.0, 0, 1.0)
