"""Sums over a distribution, slice by slice: over its masses, or by Gauss's quadrature over its density."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.families.distributions.kinds import Beta, Kind, log_density

MOST = 12
"""So many slices a density is cut into."""
BARS = 24
"""So many slices masses are cut into at most; up to so many they have a slice each."""
NODES = 64
REACH = 12.0
"""Masses are added up to so many standard deviations beyond the mean; what is left is less than rounding."""


def cuts(kind: Kind) -> np.ndarray:
    """(S + 1,) where each slice begins and the last one ends: of masses it ends before the next one begins."""
    low, high = kind.support
    if kind.discrete:
        spread = REACH * math.sqrt(kind.variance) + 30
        first, last = max(low, math.floor(kind.mean - spread)), min(high, math.ceil(kind.mean + spread))
        count = last - first + 1
        return np.unique(np.round(np.linspace(first, last + 1, int(min(BARS, count)) + 1)))
    inner = np.linspace(*kind.seen, MOST + 1)
    return np.array([low, *inner[1:-1].tolist(), high])


def over_slice(kind: Kind, low: float, high: float, g: Callable[[np.ndarray], np.ndarray]) -> float:
    """∫ g(x) p(x) dx over one slice, or the sum over its whole numbers from `low` to below `high`."""
    if kind.discrete:
        x = np.arange(low, high)
        return float((g(x) * np.exp(log_density(kind, x))).sum())
    if isinstance(kind, Beta) and high == 1:  # by the distance from 1, where the density may have no end
        y, widths = nodes(kind.mirrored, 0.0, 1 - low)
        return float((g(1 - y) * np.exp(log_density(kind.mirrored, y)) * widths).sum())
    x, widths = nodes(kind, low, high)
    return float((g(x) * np.exp(log_density(kind, x)) * widths).sum())


def nodes(kind: Kind, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """(m,) and (m,): Gauss's nodes in a slice, and the width that each stands for.

    An endless slice is x = l + c s / (1 − s); at an end where the density is rough, x = l + c sᵐ makes it smooth.
    """
    s, weights = np.polynomial.legendre.leggauss(NODES)
    s, weights = 0.5 * (s + 1), 0.5 * weights
    c = (kind.seen[1] - kind.seen[0]) / MOST
    if math.isinf(low):
        return high - c * s / (1 - s), weights * c / (1 - s) ** 2
    if math.isinf(high):
        return low + c * s / (1 - s), weights * c / (1 - s) ** 2
    c, first = high - low, kind.rough[0]
    m = max(1, math.ceil(3 / first)) if low == kind.support[0] and first != 1 else 1
    return low + c * s**m, weights * c * m * s ** (m - 1)
