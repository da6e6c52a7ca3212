"""The columns that an exchange works on: those that do not depend on others, brought to one scale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.agreement import DIGITS
from engine.maths.optimisation.least_absolute import independent_columns
from engine.parts.regression import Problem


@dataclass(frozen=True, eq=False)
class Columns:
    """Φ (n, m): a 1 in front, then the kept columns, each from its middle and divided by its reach."""

    kept: np.ndarray
    middle: np.ndarray
    reach: np.ndarray
    Phi: np.ndarray
    M: int

    @classmethod
    def of(cls, problem: Problem) -> Columns:
        kept = independent_columns(problem.X)
        X = problem.X[:, kept]
        low, high = X.min(axis=0), X.max(axis=0)
        reach = 0.5 * high - 0.5 * low
        middle = low + reach
        return cls(kept, middle, reach, with_ones((X - middle) / reach), problem.X.shape[1])

    def packed(self, v: np.ndarray, size: float) -> np.ndarray:
        """(M + 1,) the weights in the units of the data, the bias first; a column that is not kept has 0.

        size  how large the targets are of which the weights v (m,) are made: of so much rounding takes a share
        """
        slopes = v[1:] / self.reach
        w = np.zeros(self.M + 1)
        bias = float(v[0] - slopes @ self.middle)
        lost = DIGITS * (size + float(np.abs(slopes) @ np.abs(self.middle)))
        slopes = np.where(np.abs(v[1:]) <= DIGITS * size, 0.0, slopes)
        w[1 + self.kept] = slopes
        w[0] = 0.0 if abs(bias) <= lost else bias
        return w
