"""The problem as the descent sees it: the columns of Φ as they are, or standardised; how fast it can be either way.

Along an eigenvector of ΦᵀΦ each step leaves 1 − η λ of the distance to the bottom; with the best rate
2 / (λmin + λmax) the slowest of them leaves (λmax − λmin) / (λmax + λmin).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.data.dataset import Column, Dataset
from engine.maths.algebra.covariance import deviation_scale
from engine.maths.algebra.linear_fit import linear_fit
from engine.maths.optimisation import stability
from engine.models.linear import LinearPredictor
from engine.models.scaling import Scale
from engine.parts.regression import Problem

DONE = "standardised"
FLAT = 1e-12
"""A curvature below this share of the largest is that of a level way."""


@dataclass(frozen=True, eq=False)
class Scaled:
    """A problem whose columns may be standardised; `own` is the problem as it was posed."""

    own: Problem
    standardised: bool

    @cached_property
    def scale(self) -> Scale:
        """What was taken off the columns, and what they were divided by: nothing where they are as given.

        Without an intercept nothing is taken off, as no bias could make up for it.
        """
        none, X = np.zeros(self.own.table.d), self.own.X
        if not self.standardised:
            return Scale(none, np.ones(len(none)))
        return Scale.of(X) if self.own.intercept else Scale(none, deviation_scale(X, len(X)))

    @cached_property
    def seen(self) -> Problem:
        """The problem with the columns that the descent sees."""
        if not self.standardised:
            return self.own
        table = self.own.table
        columns = tuple(Column(f"{column.title}, {DONE}") for column in table.columns)
        changed = table.changed(X=self.scale.applied(table.X), columns=columns, image=None)
        return Problem(self.own.basis, changed, self.own.intercept)

    @property
    def other(self) -> Scaled:
        """The same problem the other way."""
        return Scaled(self.own, not self.standardised)

    @property
    def X(self) -> np.ndarray:
        return self.seen.X

    @property
    def t(self) -> np.ndarray:
        return self.own.t

    @property
    def Phi(self) -> np.ndarray:
        return self.seen.Phi

    @property
    def intercept(self) -> bool:
        return self.own.intercept

    @property
    def names(self) -> tuple[str, ...]:
        return self.seen.names

    @cached_property
    def curvatures(self) -> np.ndarray:
        """(M,) the eigenvalues of ΦᵀΦ, the smallest first."""
        return np.maximum(np.linalg.eigvalsh(self.Phi.T @ self.Phi), 0.0)

    @property
    def largest(self) -> float:
        """λmax, and 1 where all columns are 0."""
        return float(self.curvatures[-1]) or 1.0

    @property
    def smallest(self) -> float:
        """λmin of the ways along which E is curved, as nothing moves along a level one; λmax where none is."""
        curved = self.curvatures[self.curvatures > FLAT * self.largest]
        return float(curved[0]) if len(curved) else self.largest

    @property
    def stable_below(self) -> float:
        """From this rate on the descent diverges."""
        return 2.0 / self.largest

    @property
    def best_rate(self) -> float:
        """The rate with which the slowest way is as fast as it can be."""
        return stability.best_rate(self.smallest, self.largest)

    @property
    def slowest(self) -> float:
        """What a step at the best rate leaves of the slowest way."""
        return stability.slowest(self.smallest, self.largest)

    @cached_property
    def least(self) -> np.ndarray:
        """(M,) the weights at the bottom, those of the columns that the descent sees."""
        return self.seen.of_columns(linear_fit(self.X, self.t, self.intercept).weights)

    @cached_property
    def least_error(self) -> float:
        """E* = ½ Σ r² there."""
        r = linear_fit(self.X, self.t, self.intercept).residuals
        return 0.5 * float(r @ r)

    def first(self, start: LinearPredictor | None) -> np.ndarray:
        """(M,) the weights to begin from: those of a start that fits, else 0."""
        if start is None or len(start.weights) != self.own.table.d:
            return np.zeros(len(self.names))
        slopes = start.weights * self.scale.spread
        return self.seen.of_columns(np.append(start.bias + start.weights @ self.scale.middle, slopes))

    def model(self, w: np.ndarray) -> LinearPredictor:
        """The model of weights (M,) of the columns that the descent sees, for columns as they were given."""
        bias, slopes = (w[0], w[1:]) if self.intercept else (0.0, w)
        with np.errstate(over="ignore", invalid="ignore"):
            own = slopes / self.scale.spread
            return LinearPredictor(own, float(bias - own @ self.scale.middle), self.own.basis)


def scaled(data: Dataset, problem: Problem, standardise: bool) -> Scaled:
    """The problem the way that it is asked for; the data set keeps it."""
    key = ("scaled regression", problem.basis, problem.intercept, standardise)
    return data.cached(key, lambda: Scaled(problem, standardise))
