"""How truly a dendrogram tells the distances: their correlation with the heights at which two rows meet in it."""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.distances import squared_distances
from engine.models.merges import Merges


def meeting_heights(model: Merges) -> np.ndarray:
    """(n, n) the height of the merge in which two rows meet; ∞ where they have not met, 0 on the diagonal."""
    n = len(model.X)
    found = np.full((n, n), np.inf)
    np.fill_diagonal(found, 0.0)
    members = [np.array([row]) for row in range(n)]
    for (a, b), height in zip(model.pairs.tolist(), model.heights.tolist(), strict=True):
        found[np.ix_(members[a], members[b])] = height
        found[np.ix_(members[b], members[a])] = height
        members.append(np.append(members[a], members[b]))
    return found


def correlation(model: Merges) -> float | None:
    """Pearson's r over all pairs of rows; None where all distances, or all heights, are the same.   (Sokal 1962)"""
    if not model.complete or len(model.X) < 3:
        return None
    pairs = np.triu_indices(len(model.X), 1)
    far, high = np.sqrt(squared_distances(model.X, model.X))[pairs], meeting_heights(model)[pairs]
    far, high = far / (far.max() or 1.0), high / (high.max() or 1.0)
    far, high = far - far.mean(), high - high.mean()
    size = float(np.sqrt((far**2).sum() * (high**2).sum()))
    return float((far * high).sum() / size) if size > 1e-9 * len(far) else None
