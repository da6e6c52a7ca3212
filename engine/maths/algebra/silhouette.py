"""How well rows sit in their groups: near to their own, far from the next."""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.distances import squared_distances


def silhouettes(X: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """(n,) s = (b − a) / max(a, b) of each row of X (n, d) in groups (n,) 0, ..., K − 1, K ≥ 2.   (Rousseeuw 1987)

    a is the mean distance to the others of the own group, b the least mean distance to another; a row alone has s = 0.

    >>> silhouettes(np.array([[0.0], [1.0], [5.0]]), np.array([0, 0, 1]))
    array([0.8 , 0.75, 0.  ])
    """
    sizes, rows = np.bincount(groups), np.arange(len(X))
    far = np.sqrt(squared_distances(X, X))
    sums = np.stack([far[:, groups == k].sum(axis=1) for k in range(len(sizes))], axis=1)
    own = sums[rows, groups] / np.maximum(sizes[groups] - 1, 1)
    means = sums / sizes
    means[rows, groups] = np.inf
    other = means.min(axis=1)
    larger = np.maximum(own, other)
    shares = np.divide(other - own, larger, out=np.zeros(len(X)), where=larger > 0)
    return np.where(sizes[groups] > 1, shares, 0.0)
