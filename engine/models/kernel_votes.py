"""A model that keeps the table, and weighs every row by its distance when it is asked."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import figure
from engine.maths.algebra.nearest_rows import NearestRows, pieces
from engine.maths.probability.kernels import KERNELS, heaviest, weighed
from engine.models.neighbours import MOST_CLASSES, Metric, PutQuery
from engine.models.shapes import Axes, model, shaped

OPEN, SHARES, NEAREST = FALLBACKS = ("leave it open", "class shares", "nearest row")
"""What is said where no row has any weight."""
UNDEFINED = -1
"""The answer there, if it is left open."""


@model
class KernelVotes:
    """Every row votes for its class with a weight that falls with its distance.

    X (n, d) the rows;   y (n,) class codes below K;   kernel  one of KERNELS, h its width;   fallback  one of FALLBACKS
    """

    CALLED = "kernel classifier"

    AXES: ClassVar[Axes] = {"X": ("row", "feature"), "y": ("row",)}

    X: np.ndarray
    metric: Metric
    y: np.ndarray
    K: int
    kernel: str
    h: float
    fallback: str

    def __post_init__(self) -> None:
        n, d = (shaped(self, X="nd", y="n")[letter] for letter in "nd")
        if d != self.metric.n_features:
            raise Refusal(f"The rows have {d} features, and their distance is one of {self.metric.n_features}.")
        if not n or not np.isfinite(self.X).all():
            raise Refusal("A kernel needs at least one row, and numbers in all of its cells.")
        if self.y.dtype.kind != "i" or not 1 <= self.K <= MOST_CLASSES:
            raise Refusal("The classes of kernel votes must be whole numbers, and at least one.")
        if self.y.min() < 0 or self.y.max() >= self.K:
            raise Refusal(f"The classes of kernel votes must be from 0 to {self.K - 1}.")
        if self.kernel not in KERNELS or self.fallback not in FALLBACKS:
            raise Refusal(f"A kernel is one of {', '.join(KERNELS)}, a fallback one of {', '.join(FALLBACKS)}.")
        if not 0 < self.h < np.inf:
            raise Refusal(f"The width of a kernel must be a number above 0, and it is {figure(self.h)}.")

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    @cached_property
    def by_class(self) -> tuple[np.ndarray, np.ndarray]:
        """(n, d) the coordinates of the rows, class by class, and (K + 1,) where each class begins."""
        order = np.argsort(self.y, kind="stable")
        return self.metric.coordinates(self.X)[order], np.searchsorted(self.y[order], np.arange(self.K + 1))

    @cached_property
    def sizes(self) -> np.ndarray:
        """(K,) how many rows each class has."""
        return np.bincount(self.y, minlength=self.K)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class with the most weight, the first of several; UNDEFINED where no row has any."""
        return heaviest(self.predict_proba(X))

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the share of the weight for each class; NaN where no row has any, unless there is a fallback."""
        Z = self.metric.coordinates(X)
        shares = np.zeros((len(Z), self.K))
        for part in pieces(len(Z), len(self.X)):
            shares[part] = self._totals(Z[part])
        whole = shares.sum(axis=1, keepdims=True)
        empty = np.flatnonzero(whole[:, 0] == 0)
        shares /= np.where(whole > 0, whole, 1.0)
        if len(empty):
            shares[empty] = self.fallen_back(Z[empty])
        return shares

    def _totals(self, Z: np.ndarray) -> np.ndarray:
        """(m, K) the weight for each class at coordinates Z (m, d); far from all rows, of the largest."""
        rows, starts = self.by_class
        gaps = [np.abs(Z[:, j, None] - rows[:, j]) for j in range(Z.shape[1])]
        weights, _ = weighed(self.kernel, self.metric.combine(gaps), self.h)
        totals = np.zeros((len(Z), self.K))
        for k in np.flatnonzero(self.sizes).tolist():
            totals[:, k] = weights[:, starts[k] : starts[k + 1]].sum(axis=1)
        return totals

    def fallen_back(self, Z: np.ndarray) -> np.ndarray:
        """(m, K) what is said at coordinates Z (m, d) where no row has any weight."""
        if self.fallback == OPEN:
            return np.full((len(Z), self.K), np.nan)
        if self.fallback == SHARES:
            return np.tile(self.sizes / len(self.X), (len(Z), 1))
        shares = np.zeros((len(Z), self.K))
        shares[np.arange(len(Z)), self.y[self.search.nearest(Z, 1).rows[:, 0]]] = 1.0
        return shares

    @cached_property
    def search(self) -> NearestRows:
        """What finds the nearest row, where that is the fallback."""
        return NearestRows(self.metric.coordinates(self.X), self.metric.combine, self.metric.tree_order)


@model
class AskedVotes(PutQuery):
    """A query to rows that vote by their weights; any other point can be asked as well."""

    CALLED = "query to a kernel classifier"

    known: KernelVotes

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the answers of the rows."""
        return self.known.predict(X)

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) their weights, as shares."""
        return self.known.predict_proba(X)
