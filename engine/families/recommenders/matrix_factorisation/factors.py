"""The factors and biases, what they predict, and which ratings are held out."""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.probability.row_keys import RowKeys, normals, random_keys

ORDINARY = 1e3
"""Ratings are measured in their largest deviation from the mean where that is beyond this, or below its inverse."""
SMALL = 0.1
"""The factors begin at random, with this standard deviation."""


@snapshot
class Factors:
    """x̂ = μ + unit · (b_u + b_f + p_u · q_f)."""

    mean: float
    unit: float
    user_bias: np.ndarray  # (U,)
    film_bias: np.ndarray  # (F,)
    P: np.ndarray  # (U, k)
    Q: np.ndarray  # (F, k)

    def predicted(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """(m,) what is predicted of these cells."""
        inner = (self.P[rows] * self.Q[columns]).sum(axis=1)
        return np.asarray(self.mean + self.unit * (self.user_bias[rows] + self.film_bias[columns] + inner))

    def block(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """(r, c) the predictions of all cells of some rows and columns."""
        inner = self.P[rows] @ self.Q[columns].T
        return np.asarray(self.mean + self.unit * (self.user_bias[rows, None] + self.film_bias[columns] + inner))

    @property
    def finite(self) -> bool:
        """Whether all of it are numbers, as is not so once a descent has diverged."""
        parts = (self.user_bias, self.film_bias, self.P, self.Q)
        return all(bool((np.abs(one) < 1e100).all()) for one in parts)

    @property
    def size(self) -> float:
        """The sum of the squares of all of them."""
        return float(sum((one * one).sum() for one in (self.user_bias, self.film_bias, self.P, self.Q)))


def held_out(M: np.ndarray, row_keys: RowKeys, share: float, rng: np.random.Generator) -> np.ndarray:
    """(U, F) which ratings are kept for testing: each with this probability, but never the last one of all."""
    known = ~np.isnan(M)
    held = known & (random_keys(row_keys, rng, M.shape[1]) < share)
    return held if (known & ~held).any() else np.zeros_like(held)


def beginning(M: np.ndarray, learnt: np.ndarray, row_keys: RowKeys, k: int, rng: np.random.Generator) -> Factors:
    """The mean, no biases, and small random factors."""
    values = M[learnt]
    mean = float(values.mean()) if len(values) else 0.0
    largest = float(np.abs(values - mean).max(initial=0.0))
    unit = 1.0 if largest == 0 or 1 / ORDINARY <= largest <= ORDINARY else largest
    of_rows, of_columns = rng.spawn(2)
    P = SMALL * normals(row_keys, of_rows, k)
    Q = SMALL * of_columns.normal(size=(M.shape[1], k))
    return Factors(mean, unit, np.zeros(len(M)), np.zeros(M.shape[1]), P, Q)
