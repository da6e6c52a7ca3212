"""What maps tell of neighbours, counted row by row (`FOLLOWS`)."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import pdist, squareform


def kept_nearby(far, places):
    """Of the 10 nearest rows of each, or of half of all where they are few, the share that is as near on the map."""
    n, there = len(far), squareform(pdist(places))
    many = min(10, (n - 1) // 2)
    found = 0
    for row in range(n):
        others = np.delete(np.arange(n), row)
        near = others[np.argsort(far[row, others], kind="stable")[:many]]
        limit = np.sort(there[row, others])[many - 1]
        found += (there[row, near] <= limit * (1 + 1e-9)).sum()
    return found / (n * many)
