"""Histograms of several classes over the same bins, how far they overlap, and how skewed values are."""

from __future__ import annotations

import numpy as np

MOST = 40
"""The most bins that a histogram has."""


def edges(values: np.ndarray) -> np.ndarray:
    """(b + 1,) the ends of b bins of one width over all values: about the square root of their number.

    >>> edges(np.array([0.0, 1.0, 2.0, 4.0])).tolist()
    [0.0, 1.0, 2.0, 3.0, 4.0]
    """
    low, high = float(values.min()), float(values.max())
    bins = min(max(2 * round(np.sqrt(len(values)) / 2), 4), MOST)
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        half = max(0.5 * abs(low), 0.5)
        low, high = low - half, high + half
    return np.linspace(low, high, bins + 1)


def shares(values: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """(b,) the share of the values in each bin; the last bin holds its upper end."""
    return np.asarray(np.histogram(values, ends)[0] / max(len(values), 1))


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    """The part of their area that two histograms have in common: 0 apart, 1 alike.

    >>> overlap(np.array([0.5, 0.5, 0.0]), np.array([0.0, 0.5, 0.5]))
    0.5
    """
    return float(np.minimum(one, other).sum())


def outline(heights: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """(2b + 2, 2) the steps of a histogram as a line that begins and ends at 0."""
    x, y = np.repeat(ends, 2), np.concatenate([[0.0], np.repeat(heights, 2), [0.0]])
    return np.column_stack([x, y])


def skewness(values: np.ndarray) -> float:
    """g₁ = Σ(x − x̄)³ / n / s³ with s² = Σ(x − x̄)² / n; 0 where all values are the same.

    >>> round(skewness(np.array([1.0, 2.0, 2.0, 3.0, 100.0])), 9)
    1.499024187
    """
    apart = values - values.mean()
    size = float(np.max(np.abs(apart), initial=0.0))
    if size == 0:
        return 0.0
    apart = apart / size
    spread = float((apart**2).mean())
    return float((apart**3).mean() / spread**1.5)
