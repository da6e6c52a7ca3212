"""Long sums by stretches of rows, so that no table of all rows by all terms is ever made."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

MOST = 1_000_000
"""So many numbers at a time: a few megabytes."""


def by_stretches(function: Callable[..., np.ndarray], terms: int, *tables: np.ndarray) -> np.ndarray:
    """function(*tables) for a function that works row by row with `terms` numbers for each row.

    >>> by_stretches(lambda x: 2 * x, 400_000, np.arange(5.0))
    array([0., 2., 4., 6., 8.])
    """
    n, size = len(tables[0]), max(MOST // max(terms, 1), 1)
    parts = [function(*(table[i : i + size] for table in tables)) for i in range(0, max(n, 1), size)]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
