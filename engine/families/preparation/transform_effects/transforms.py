"""The transforms, column by column: each learns from the training rows, and applies to any rows.

logarithm     ln(1 + (x − min) / s)   below the minimum as at it      standardised   (x − mean) / s
rank          the share of training rows with at most x               4 bins         how many of 3 quartiles are ≤ x
square        x²                                                      s the standard deviation, 1 where that is 0
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.covariance import column_means, deviation_scale

NONE, LOGARITHM, STANDARDISED, RANK, BINS, SQUARE = (
    "as it is", "logarithm", "standardised", "rank", "4 bins", "square"
)  # fmt: skip
TRANSFORMS = (NONE, LOGARITHM, STANDARDISED, RANK, BINS, SQUARE)


@snapshot
class Transform:
    """One of the transforms, fitted: the sorted training values (n, d), and their means and deviations (d,)."""

    name: str
    values: np.ndarray
    mean: np.ndarray
    deviation: np.ndarray

    @classmethod
    def fitted(cls, name: str, X: np.ndarray) -> Transform:
        mean = column_means(X)
        return cls(name, np.sort(X, axis=0), mean, deviation_scale(X - mean, len(X)))

    def applied(self, X: np.ndarray) -> np.ndarray:
        """(m, d) what becomes of rows X (m, d)."""
        if self.name == LOGARITHM:
            return np.asarray(np.log1p(np.maximum(X - self.values[0], 0.0) / self.deviation))
        if self.name == STANDARDISED:
            return np.asarray((X - self.mean) / self.deviation)
        if self.name == RANK:
            return self._at_most(self.values, X) / len(self.values)
        if self.name == BINS:
            return self._at_most(np.quantile(self.values, [0.25, 0.5, 0.75], axis=0), X)
        return np.square(X) if self.name == SQUARE else X

    def monotone(self, X: np.ndarray) -> bool:
        """Whether it leaves every two different values of these rows (n, d) different, and in their order."""
        if self.name == SQUARE:
            return bool((X >= 0).all())
        return self.name != BINS

    @staticmethod
    def _at_most(steps: np.ndarray, X: np.ndarray) -> np.ndarray:
        """(m, d) how many of the ascending steps (k, d) of its column are at most each value of X (m, d)."""
        counts = [np.searchsorted(own, column, side="right") for own, column in zip(steps.T, X.T, strict=True)]
        return np.array(counts, dtype=float).T.reshape(X.shape)
