"""Whether two learners differ, judged on the same rows: McNemar's counts, and paired differences over folds.

b rows are right by the first alone, c by the second alone; if neither were better, b would be binomial(b + c, ½)
exact p = 2 P(K ≤ min(b, c)), at most 1        χ² = (|b − c| − 1)²/(b + c)
t = d̄ / (s √(1/k)), s² = Σ (d_i − d̄)²/(k − 1);   corrected: √(1/k + N_test/N_train) for the folds share rows
"""

from __future__ import annotations

import math

import numpy as np

from engine.maths.evaluation.missed import deviation


def mcnemar_exact(b: int, c: int) -> float:
    """The two-sided probability of counts as unequal as these, or more.   (McNemar 1947)

    >>> mcnemar_exact(0, 0), round(mcnemar_exact(1, 9), 6)
    (1.0, 0.021484)
    """
    from scipy.special import bdtr

    if b + c == 0:
        return 1.0
    return min(2.0 * float(bdtr(min(b, c), b + c, 0.5)), 1.0)


def mcnemar_chi_squared(b: int, c: int) -> tuple[float, float]:
    """χ² with the correction for continuity, and its tail probability with one degree of freedom; 0 and 1 of no row.

    >>> mcnemar_chi_squared(0, 0)
    (0.0, 1.0)
    """
    from scipy.special import chdtrc

    if b + c == 0:
        return 0.0, 1.0
    statistic = max(abs(b - c) - 1.0, 0.0) ** 2 / (b + c)
    return statistic, float(chdtrc(1, statistic))


def paired_t(d: np.ndarray, test_over_train: float = 0.0) -> tuple[float, float]:
    """t of the mean of differences d (k,), and its two-sided tail probability with k − 1 degrees of freedom.

    test_over_train   N_test/N_train, for the corrected variance (Nadeau and Bengio 2003); 0: the plain test
    Where all differences are alike, t is 0 and p is 1 if they are 0, else t is infinite and p is 0.

    >>> paired_t(np.array([0.0, 0.0]))
    (0.0, 1.0)
    """
    from scipy.special import stdtr

    k, mean, s = len(d), float(d.mean()), deviation(d, 1) if len(d) > 1 else 0.0
    if s <= 1e-15 * max(float(np.abs(d).max()), 1e-300):
        return (0.0, 1.0) if mean == 0 else (math.copysign(math.inf, mean), 0.0)
    t = mean / (s * math.sqrt(1.0 / k + test_over_train))
    return t, 2.0 * float(stdtr(k - 1, -abs(t)))


def mean_interval(values: np.ndarray, level: float) -> tuple[float, float]:
    """x̄ ± t s/√n, between which the mean of all such values is; t has n − 1 degrees of freedom, n ≥ 2.

    >>> [round(end, 3) for end in mean_interval(np.array([1.0, 2.0, 3.0]), 0.95)]
    [-0.484, 4.484]
    """
    from scipy.special import stdtrit

    n, mean = len(values), float(values.mean())
    half = float(stdtrit(n - 1, (1.0 + level) / 2.0)) * deviation(values, 1) / math.sqrt(n)
    return mean - half, mean + half
