"""Distances between rows of tables."""

from __future__ import annotations

import numpy as np


def squared_distances(X: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """(n, K) squared Euclidean distances ‖xₙ − mₖ‖² from X (n, d) to centres (K, d).

    Summed difference by difference, not through ‖x‖² − 2x·m + ‖m‖²: the short form loses half of the digits when
    points lie close together far from the origin, and then ties and E would not be exact.

    >>> squared_distances(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))
    array([[25.]])
    """
    table, others = np.asarray(X, dtype=float), np.asarray(centres, dtype=float)
    total = np.zeros((len(table), len(others)))
    for feature in range(table.shape[1]):
        total += (table[:, feature, None] - others[None, :, feature]) ** 2
    return total
