"""Mean and variance kept up to date while values come and go, each at the same small cost.   (Welford 1962)

    add     n ← n + 1,   m ← m + (x − m) / n,   S ← S + (x − m_before) (x − m)
    remove  the same backwards

Not from n, Σx and Σx²: with x + 1e9 the difference Σx²/n − m² loses every digit.
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot

ROUNDING = 1e-12
"""Where no more than this share of S is left, nothing is."""


@snapshot
class Running:
    """n rows so far, how many values of each column are known (d,), their mean (d,) and S (d,), the sum of their
    squared distances to it. A value that is NaN is left out of its column.
    """

    n: int
    known: np.ndarray
    mean: np.ndarray
    squares: np.ndarray

    @classmethod
    def none(cls, d: int) -> Running:
        """Before any value."""
        return cls(0, np.zeros(d), np.zeros(d), np.zeros(d))

    @property
    def variance(self) -> np.ndarray:
        """(d,) S / n; 0 of no value."""
        return np.asarray(self.squares / np.maximum(self.known, 1))

    def plus(self, x: np.ndarray) -> Running:
        """With one more row x (d,).

        >>> Running.none(1).plus(np.array([2.0])).plus(np.array([4.0])).variance
        array([1.])
        """
        there = ~np.isnan(x)
        known, gap = self.known + there, np.where(there, x - self.mean, 0.0)
        mean = self.mean + gap / np.maximum(known, 1)
        return Running(self.n + 1, known, mean, self.squares + gap * np.where(there, x - mean, 0.0))

    def minus(self, x: np.ndarray) -> Running:
        """Without a row x (d,) that was added before; of one value S is 0, and of none the mean too."""
        there = ~np.isnan(x)
        known, gap = self.known - there, np.where(there, x - self.mean, 0.0)
        mean = np.where(known > 0, self.mean - gap / np.maximum(known, 1), 0.0)
        squares = np.maximum(self.squares - gap * np.where(there, x - mean, 0.0), 0.0)
        left = (known > 1) & (squares > ROUNDING * self.squares)
        return Running(self.n - 1, known, mean, np.where(left, squares, 0.0))
