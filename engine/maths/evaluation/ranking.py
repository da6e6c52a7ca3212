"""How good a ranking is: average precision, and the discounted cumulative gain beside that of the best order."""

from __future__ import annotations

import numpy as np


def average_precision(relevant: np.ndarray) -> float:
    """The mean, over the relevant ones (n,) in their ranked order, of the share of relevant ones down to each.

    >>> average_precision(np.array([True, False, True]))
    0.8333333333333333
    """
    hits = np.flatnonzero(relevant)
    return float(np.mean(np.arange(1, len(hits) + 1) / (hits + 1.0))) if len(hits) else 0.0


def discounted_gain(gains: np.ndarray) -> float:
    """Σ gᵢ / log₂(i + 1) of gains (n,) at the places 1, 2, ..."""
    return float((gains / np.log2(np.arange(2, len(gains) + 2))).sum())


def normalised_gain(gains: np.ndarray) -> float:
    """NDCG: the discounted gain of this order beside that of the best; 1 where all gains are 0.

    >>> round(normalised_gain(np.array([1.0, 3.0])), 4)
    0.7967
    """
    best = discounted_gain(np.sort(gains)[::-1])
    return discounted_gain(gains) / best if best > 0 else 1.0
