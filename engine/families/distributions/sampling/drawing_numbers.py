"""How draws are made of uniform random numbers, and counted in bins."""

from __future__ import annotations

import math

import numpy as np

from engine.base.snapshot import snapshot
from engine.families.distributions.kinds import FEW, Kind

BINS = 40
"""A histogram of many values has about so many bins."""
SMALLEST = 2.0**-54
"""In the place of a random number 0, whose logarithm is none."""


def box_muller(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """(m, 2) pairs of independent standard normal numbers of uniform ones: radius √(−2 ln u), angle 2πv."""
    radius, angle = np.sqrt(-2 * np.log(np.maximum(u, SMALLEST))), 2 * np.pi * v
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def correlated(z: np.ndarray, mean: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """(m, 2) x = μ + L z of standard normal z (m, 2), with Σ = L Lᵀ."""
    L = np.linalg.cholesky(covariance)
    return np.asarray(mean + z @ L.T)


@snapshot
class Tally:
    """What is kept of the draws: how many, their mean, the sum of their squared distances from it, and their bins.

    ends (b + 1,) of the bins;   counts (b,) the draws in each
    """

    ends: np.ndarray
    counts: np.ndarray
    number: int = 0
    mean: float = 0.0
    scatter: float = 0.0

    def with_draws(self, x: np.ndarray) -> Tally:
        """The same with draws x (m,) more: means and scatters of two groups are put together."""
        n, m = self.number, len(x)
        own = float(x.mean())
        gap = own - self.mean
        scatter = self.scatter + float(((x - own) ** 2).sum()) + gap**2 * n * m / (n + m)
        counts = self.counts + np.histogram(x, self.ends)[0]
        return Tally(self.ends, counts, n + m, self.mean + gap * m / (n + m), scatter)

    @property
    def deviation(self) -> float:
        """s, the standard deviation of the draws, with the divisor N − 1."""
        return math.sqrt(self.scatter / (self.number - 1)) if self.number > 1 else math.nan

    @property
    def error(self) -> float:
        """s / √N, the standard error of their mean."""
        return self.deviation / math.sqrt(self.number) if self.number > 1 else math.nan


def bins(kind: Kind) -> np.ndarray:
    """(b + 1,) the ends of the bins: a bin for each of few whole numbers, which lies in its middle."""
    first, last = kind.seen
    if not kind.discrete:
        return np.linspace(first, last, BINS + 1)
    width = 1 if last - first <= FEW else math.ceil((last - first + 1) / BINS)
    return np.arange(first - 0.5, last + 0.5 + width, width)
