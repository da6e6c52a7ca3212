"""A few of many, evenly spread."""

from __future__ import annotations

import numpy as np


def spread(n: int, most: int) -> np.ndarray:
    """(m,) the places of at most so many of n, evenly spread from the first to the last, ascending.

    >>> spread(4, 300).tolist(), spread(10, 4).tolist(), spread(0, 4).tolist()
    ([0, 1, 2, 3], [0, 3, 6, 9], [])
    """
    return np.linspace(0, n - 1, min(n, most)).astype(np.intp)  # at least 1 apart: none comes twice
