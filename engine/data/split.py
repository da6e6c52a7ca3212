"""Which rows a run learns from, and which are kept to judge it."""

from __future__ import annotations

import numpy as np

GOLDEN = 0.6180339887498949
"""Multiples of the golden ratio, taken modulo 1, fill the unit interval evenly whatever their number."""


def holdout(n: int, share: float, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """(train, validation) row numbers; a row keeps its part when rows are added after it.

    >>> train, kept = holdout(10, 0.3)
    >>> len(train), len(kept)
    (7, 3)
    """
    place = (np.arange(n) * GOLDEN + (seed + 1) * np.sqrt(2.0)) % 1.0
    kept = place < share
    return np.flatnonzero(~kept), np.flatnonzero(kept)
