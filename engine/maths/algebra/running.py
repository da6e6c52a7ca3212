"""Mean and variance kept up to date while values come and go, each at the same small cost.   (Welford 1962)

    add     n ← n + 1,   m ← m + (x − m) / n,   S ← S + (x − m_before) (x − m)
    remove  the same backwards

Not from n, Σx and Σx²: with x + 1e9 the difference Σx²/n − m² loses every digit.
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class Running:
    """n values so far, their mean (d,) and S (d,), the sum of their squared distances to it."""

    n: int
    mean: np.ndarray
    squares: np.ndarray

    @classmethod
    def none(cls, d: int) -> Running:
        """Before any value."""
        return cls(0, np.zeros(d), np.zeros(d))

    @property
    def variance(self) -> np.ndarray:
        """(d,) S / n; 0 of no value."""
        return np.asarray(self.squares / max(self.n, 1))

    def plus(self, x: np.ndarray) -> Running:
        """With one more value x (d,).

        >>> Running.none(1).plus(np.array([2.0])).plus(np.array([4.0])).variance
        array([1.])
        """
        mean = self.mean + (x - self.mean) / (self.n + 1)
        return Running(self.n + 1, mean, self.squares + (x - self.mean) * (x - mean))

    def minus(self, x: np.ndarray) -> Running:
        """Without a value x (d,) that was added before; of none nothing is left, not even rounding."""
        if self.n <= 1:
            return Running.none(len(self.mean))
        mean = self.mean - (x - self.mean) / (self.n - 1)
        return Running(self.n - 1, mean, np.maximum(self.squares - (x - self.mean) * (x - mean), 0.0))
