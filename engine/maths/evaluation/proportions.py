"""Intervals for a share that was counted, E = k/n: normal, Wilson and exact; and for one that is counted later.

normal  E ± z √(E(1 − E)/n),  z = Φ⁻¹((1 + p)/2)
Wilson  (E + z²/2n ± z √(E(1 − E)/n + z²/4n²)) / (1 + z²/n)      the E₀ with |E − E₀| ≤ z √(E₀(1 − E₀)/n)
exact   the E₀ under which k or fewer, and k or more, have a probability above (1 − p)/2 each
later   E ± z √(E(1 − E)(1/n + 1/m))                             the share among m others
"""

from __future__ import annotations

import math

import numpy as np

from engine.maths.probability.probit import normal_quantile


def standard_error(share: float, n: int) -> float:
    """√(E(1 − E)/n)."""
    return math.sqrt(max(share * (1.0 - share), 0.0) / n)


def quantile(level: float) -> float:
    """z = Φ⁻¹((1 + p)/2): a normal variable is within z deviations of its mean with probability p.

    >>> round(quantile(0.95), 6)
    1.959964
    """
    return float(normal_quantile((1.0 + level) / 2.0))


def normal_interval(count: int, n: int, level: float) -> tuple[float, float]:
    """E ± z √(E(1 − E)/n), not yet cut to 0 and 1; without width where no error, or nothing but errors, was counted."""
    share = count / n
    half = quantile(level) * standard_error(share, n)
    return share - half, share + half


def wilson_interval(count: int, n: int, level: float) -> tuple[float, float]:
    """All shares that the count is within z of their own standard errors of.   (Wilson 1927)

    >>> [round(end, 6) for end in wilson_interval(0, 20, 0.95)]
    [0.0, 0.161125]
    """
    share, z = count / n, quantile(level)
    middle, below = share + z * z / (2 * n), 1.0 + z * z / n
    half = z * math.sqrt(max(share * (1.0 - share), 0.0) / n + z * z / (4 * n * n))
    low = 0.0 if count == 0 else (middle - half) / below
    return low, 1.0 if count == n else (middle + half) / below


def exact_interval(count: int, n: int, level: float) -> tuple[float, float]:
    """By the tails of the binomial distribution, which are those of a beta distribution.   (Clopper and Pearson 1934)

    >>> [round(end, 6) for end in exact_interval(0, 20, 0.95)]
    [0.0, 0.168433]
    """
    from scipy.special import betaincinv

    tail = (1.0 - level) / 2.0
    low = 0.0 if count == 0 else float(betaincinv(count, n - count + 1, tail))
    return low, 1.0 if count == n else float(betaincinv(count + 1, n - count, 1.0 - tail))


def later_interval(count: int, n: int, later: int, level: float) -> tuple[float, float]:
    """Where the share among `later` others is expected: both counts scatter about the true share."""
    share = count / n
    half = quantile(level) * math.sqrt(max(share * (1.0 - share), 0.0) * (1.0 / n + 1.0 / later))
    return share - half, share + half


def cut(interval: tuple[float, float]) -> tuple[float, float]:
    """The part of an interval that is between 0 and 1.

    >>> cut((-0.25, 0.5))
    (0.0, 0.5)
    """
    return max(interval[0], 0.0), min(interval[1], 1.0)


def covered(ends: np.ndarray, truth: float) -> np.ndarray:
    """(m,) which of the intervals (m, 2) have the true share inside."""
    return np.asarray((ends[:, 0] <= truth) & (truth <= ends[:, 1]))
