"""Where the factors begin, and which ratings are held out."""

from __future__ import annotations

import numpy as np

from engine.maths.probability.row_keys import RowKeys, normals, random_keys
from engine.models.ratings import RatingFactors

ORDINARY = 1e3
"""Ratings are measured in their largest deviation from the mean where that is beyond this, or below its inverse."""
SMALL = 0.1
"""The factors begin at random, with this standard deviation."""


def held_out(M: np.ndarray, row_keys: RowKeys, share: float, rng: np.random.Generator) -> np.ndarray:
    """(U, F) which ratings are kept for testing: each with this probability, but never the last one of all."""
    known = ~np.isnan(M)
    held = known & (random_keys(row_keys, rng, M.shape[1]) < share)
    return held if (known & ~held).any() else np.zeros_like(held)


def beginning(
    M: np.ndarray, learnt: np.ndarray, row_keys: RowKeys, k: int, penalty: float, biases: bool, rng: np.random.Generator
) -> RatingFactors:
    """The mean, no biases, and small random factors."""
    values = M[learnt]
    mean = float(values.mean()) if len(values) else 0.0
    largest = float(np.abs(values - mean).max(initial=0.0))
    unit = 1.0 if largest == 0 or 1 / ORDINARY <= largest <= ORDINARY else largest
    of_rows, of_columns = rng.spawn(2)
    P = SMALL * normals(row_keys, of_rows, k)
    Q = SMALL * of_columns.normal(size=(M.shape[1], k))
    return RatingFactors(mean, unit, np.zeros(len(M)), np.zeros(M.shape[1]), P, Q, penalty, biases)
