"""How good a subset of the columns is: by its residuals and its size, or on rows it was not fitted to.

RSS = Σ r²,  p = k + 1 weights        AIC = N ln(RSS / N) + 2 p        BIC = N ln(RSS / N) + p ln N
R²adj = 1 − (RSS / (N − p)) / (TSS / (N − 1))
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.least_squares import solved
from engine.maths.algebra.reduced import Reduced, reduced

BIC, AIC, ADJUSTED, VALIDATION = CRITERIA = ("BIC", "AIC", "adjusted R²", "validation error")
PERFECT = 1e-24
"""Of Σ (t − t̄)² no smaller share is told from 0: what is left is rounding."""


@snapshot
class Fit:
    """Least squares on some columns, ascending, and how good it is; a smaller score is better."""

    columns: tuple[int, ...]
    slopes: tuple[float, ...]  # of these columns
    rss: float
    aic: float
    bic: float
    adjusted: float  # R²adj; NaN where no row is left to judge by
    validation: float  # RMSE on the rows for validation; NaN without such rows

    @property
    def size(self) -> int:
        """How many columns."""
        return len(self.columns)

    def value(self, criterion: str) -> float:
        """What the criterion says of it."""
        return {BIC: self.bic, AIC: self.aic, ADJUSTED: self.adjusted, VALIDATION: self.validation}[criterion]

    def score(self, criterion: str) -> float:
        """The same, so that less is better."""
        value = self.value(criterion)
        return -value if criterion == ADJUSTED else value


@dataclass(frozen=True, eq=False)
class Judge:
    """Fits subsets of the columns of X (n, M), and judges them by t (n,) and by other rows."""

    of: Reduced
    X_held: np.ndarray
    t_held: np.ndarray

    @classmethod
    def between(cls, X: np.ndarray, t: np.ndarray, held: np.ndarray) -> Judge:
        """One that learns from the rows that are not held (n,), and validates on those."""
        return cls(reduced(X[~held], t[~held], by_products=False), X[held], t[held])

    @property
    def total(self) -> float:
        """TSS, the squares about the mean."""
        return self.of.size**2

    def fit(self, columns: tuple[int, ...]) -> Fit:
        """Least squares on these columns."""
        chosen, n, p = sorted(columns), self.of.rows, len(columns) + 1
        R, z = self.of.factor[:, chosen], self.of.target
        slopes = solved(R, z[:, None], n)[0][:, 0] if chosen else np.zeros(0)
        rss = float(((z - R @ slopes) ** 2).sum())
        rss = 0.0 if rss <= PERFECT * self.total else rss
        spread = float(np.log(max(rss, PERFECT * self.total) / n)) if self.total else 0.0
        adjusted = 1 - (rss / (n - p)) / (self.total / (n - 1)) if n > p and self.total else float("nan")
        adjusted = float(cleared(adjusted, 1.0))
        aic, bic = n * spread + 2 * p, n * spread + p * float(np.log(n))
        weights = tuple(slopes.tolist())
        return Fit(tuple(chosen), weights, rss, aic, bic, adjusted, self._missed(chosen, slopes))

    def packed(self, fit: Fit) -> np.ndarray:
        """(M + 1,) the weights of all columns, the bias first; those that are not chosen have 0."""
        slopes = np.zeros(len(self.of.cross))
        slopes[list(fit.columns)] = fit.slopes
        return self.of.packed(slopes)

    def _missed(self, chosen: list[int], slopes: np.ndarray) -> float:
        if not len(self.t_held):
            return float("nan")
        centred = self.X_held[:, chosen] - self.of.x_mean[chosen]
        left = self.t_held - self.of.t_mean - centred @ slopes
        return float(np.sqrt((left**2).mean()))


def better(one: Fit, other: Fit | None, slack: float) -> bool:
    """Whether one has a smaller RSS than another of its size, by more than rounding."""
    return other is None or one.rss < other.rss - slack
