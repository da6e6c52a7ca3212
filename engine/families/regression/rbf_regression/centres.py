"""Where bumps stand: at different rows, or at the means of clusters."""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.distances import squared_distances
from engine.maths.algebra.spread import spread

ROUNDS = 30
ROWS = 5_000
"""Of more rows so many, evenly spread, decide where the means are."""


def distinct(X: np.ndarray) -> np.ndarray:
    """(m,) the first row at each different place of X (n, d), ascending.

    >>> distinct(np.array([[1.0], [2.0], [1.0]])).tolist()
    [0, 1]
    """
    return np.sort(np.unique(X, axis=0, return_index=True)[1])


def cluster_means(X: np.ndarray, start: np.ndarray) -> np.ndarray:
    """(M, d) where k-means on the rows X (n, d) brings the centres; one without rows stays where it is.   (Lloyd 1957)

    >>> cluster_means(np.array([[0.0], [1.0], [9.0]]), np.array([[0.0], [1.0]])).tolist()
    [[0.5], [9.0]]
    """
    X, centres = X[spread(len(X), ROWS)], np.array(start, dtype=float)
    labels = np.full(len(X), -1)
    for _ in range(ROUNDS):
        before, labels = labels, np.argmin(squared_distances(X, centres), axis=1)
        if np.array_equal(before, labels):
            break
        for k in np.unique(labels).tolist():
            own = X[labels == k]
            centres[k] = own[0] + (own - own[0]).mean(axis=0)
    return centres
