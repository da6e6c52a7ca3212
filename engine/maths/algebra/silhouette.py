"""How well rows sit in their groups: near to their own, far from the next."""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.distances import squared_distances
from engine.maths.algebra.nearest_rows import pieces


def silhouettes(X: np.ndarray, groups: np.ndarray, rows: np.ndarray | None = None) -> np.ndarray:
    """(m,) s = (b − a) / max(a, b) of some rows, or all, of X (n, d) in groups (n,) 0, ..., K − 1.   (Rousseeuw 1987)

    a is the mean distance to the others of the own group, b the least mean distance to another group, all rows counted;
    a row alone has s = 0, and so has every row where there is one group.

    >>> silhouettes(np.array([[0.0], [1.0], [5.0]]), np.array([0, 0, 1]))
    array([0.8 , 0.75, 0.  ])
    """
    asked = np.arange(len(X)) if rows is None else rows
    if not len(asked):
        return np.zeros(0)
    parts = (asked[piece] for piece in pieces(len(asked), len(X)))  # of a million rows all at once are gigabytes
    return np.concatenate([by_distances(np.sqrt(squared_distances(X[part], X)), groups, part) for part in parts])


def by_distances(far: np.ndarray, groups: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """(m,) the same from the distances (m, n) of these rows (m,) to all, which stay when the groups change."""
    sizes, own_group, there = np.bincount(groups), groups[rows], np.arange(len(rows))
    if np.count_nonzero(sizes) < 2:
        return np.zeros(len(rows))
    sums = np.stack([far[:, groups == k].sum(axis=1) for k in range(len(sizes))], axis=1)
    own = sums[there, own_group] / np.maximum(sizes[own_group] - 1, 1)
    means = np.where(sizes > 0, sums / np.maximum(sizes, 1), np.inf)
    means[there, own_group] = np.inf
    other = means.min(axis=1)
    larger = np.maximum(own, other)
    shares = np.divide(other - own, larger, out=np.zeros(len(rows)), where=larger > 0)
    return np.where(sizes[own_group] > 1, shares, 0.0)
