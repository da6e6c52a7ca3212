"""How truly a tree of groups tells distances: their correlation with the heights at which two rows meet in it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from engine.maths.algebra.distances import squared_distances

Meeting = tuple[np.ndarray, np.ndarray, float]
"""Some rows, others, and the height at which the ones meet the others."""


def meeting_heights(n: int, meetings: Iterable[Meeting]) -> np.ndarray:
    """(n, n) the height at which two rows meet; ∞ where they do not, 0 on the diagonal.

    >>> meeting_heights(3, [(np.array([0]), np.array([1]), 2.0)]).tolist()
    [[0.0, 2.0, inf], [2.0, 0.0, inf], [inf, inf, 0.0]]
    """
    found = np.full((n, n), np.inf)
    for some, others, height in meetings:
        found[np.ix_(some, others)] = height
        found[np.ix_(others, some)] = height
    np.fill_diagonal(found, 0.0)
    return found


def cophenetic_correlation(X: np.ndarray, heights: np.ndarray) -> float | None:
    """Pearson's r over all pairs of rows of X (n, d), with the heights (n, n) at which they meet.   (Sokal 1962)

    None where not all have met, and where all distances, or all heights, are the same.
    """
    pairs = np.triu_indices(len(X), 1)
    high = heights[pairs]
    if len(high) < 3 or not np.isfinite(high).all():
        return None
    far = np.sqrt(squared_distances(X, X))[pairs]
    far, high = far / (far.max() or 1.0), high / (high.max() or 1.0)
    far, high = far - far.mean(), high - high.mean()
    size = float(np.sqrt((far**2).sum() * (high**2).sum()))
    return float((far * high).sum() / size) if size > 1e-9 * len(far) else None
