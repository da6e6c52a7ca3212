"""Which rows a run learns from, and which are kept to judge it."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Refusal

GOLDEN = 0.6180339887498949
"""Multiples of the golden ratio, taken modulo 1, fill the unit interval evenly whatever their number."""


def holdout(n: int, share: float, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """(train, validation) row numbers; a row keeps its part when rows are added after it.

        row i is kept for validation when  frac(i φ + (s + 1) √2) < share

    >>> train, kept = holdout(10, 0.3)
    >>> len(train), len(kept)
    (7, 3)
    """
    if not 0 <= share < 1:
        raise Refusal(f"share = {share!r} is not legal: the part kept for validation must be from 0 to less than 1.")
    if share == 0:
        return np.arange(n), np.zeros(0, dtype=np.intp)
    place = (np.arange(n) * GOLDEN + (seed + 1) * np.sqrt(2.0)) % 1.0
    kept = place < share
    return np.flatnonzero(~kept), np.flatnonzero(kept)


def training_rows(n: int, share: float) -> np.ndarray | None:
    """The rows that `holdout` leaves to learn from; None for all of them.

    >>> training_rows(10, 0.0), len(training_rows(10, 0.3))
    (None, 7)
    """
    return holdout(n, share)[0] if share else None


def folds(n: int, k: int, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """k random parts of the rows 0, ..., n - 1, each ascending, whose sizes differ by one at most.

    Of every k rows in a row each part is dealt one, so a row keeps its part when rows are added after it.

    >>> sorted(len(part) for part in folds(10, 3, np.random.default_rng(0)))
    [3, 3, 4]
    """
    if not 2 <= k <= n:
        raise Refusal(f"k = {k} is not legal: of {n} rows there can be from 2 to {n} folds.")
    dealt = np.argsort(rng.random((-(-n // k), k)), axis=1).ravel()[:n]
    return tuple(np.flatnonzero(dealt == part) for part in range(k))
