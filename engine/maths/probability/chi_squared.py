"""Whether two ways of sorting a set have anything to do with each other: the χ² test of a contingency table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class ChiSquared(NamedTuple):
    """The statistic, its degrees of freedom, the probability of as large a one by chance, and what chance expects.

    observed, expected  (V, K) of the values and classes that occur: the rows and columns that are not all 0
    """

    statistic: float
    freedom: int
    p: float
    observed: np.ndarray
    expected: np.ndarray


def chi_squared(table: np.ndarray) -> ChiSquared:
    """χ² = Σ (O − E)² / E over the cells of a table (V, K), with E = row · column / all.   (Pearson 1900)

    With one row or one column there is nothing to test: the statistic is 0 and p is 1.

    >>> found = chi_squared(np.array([[2, 3], [4, 0], [3, 2]]))
    >>> round(found.statistic, 4), found.freedom, round(found.p, 4)
    (3.5467, 2, 0.1698)
    """
    from scipy.special import chdtrc

    counts = np.asarray(table, dtype=float)
    seen = counts[counts.any(axis=1)][:, counts.any(axis=0)]
    expected = np.outer(seen.sum(axis=1), seen.sum(axis=0)) / max(seen.sum(), 1.0)
    freedom = max(seen.shape[0] - 1, 0) * max(seen.shape[1] - 1, 0)
    if not freedom:
        return ChiSquared(0.0, 0, 1.0, seen, expected)
    statistic = float(((seen - expected) ** 2 / expected).sum())
    return ChiSquared(statistic, freedom, float(chdtrc(freedom, statistic)), seen, expected)
