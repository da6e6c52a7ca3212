"""Outliers of a class: rows far from the others of their class, ordinary as their values may be.   (Tukey 1977)

nearest       d(x) = min ‖x − x′‖ over the other rows x′ of its class
Mahalanobis   d(x) = √((x − m)ᵀ S⁻¹ (x − m)) with the mean m and the covariance S (divisor n − 1) of its class
far out       d(x) > q₃ + k (q₃ − q₁), the quartiles of d in its class
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, real
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.preparing.outliers import bounds
from engine.maths.algebra.covariance import column_means, covariance


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    found = scored(data, params)
    yield Step(model=None, row=None, far=False, found=found)
    for row in range(data.n):
        far = bool(found.scores[row] > found.fences[data.codes[row]])  # a score that is NaN is not far
        if far or params.stop_at == "every row":
            yield Step(model=None, row=row, far=far, found=found)
    out = int(found.far(data.codes).sum())
    without = int(np.isnan(found.scores).sum())
    words = f"{counted(out, 'row is', 'rows are')} far out in {'its' if out == 1 else 'their'} class, of {data.n:,}."
    return Ending.converged(f"{words} {counted(without, 'row has', 'rows have')} no score." if without else words)


def scored(data: Dataset, params: Params) -> Scored:
    """The distances of all rows, class by class, and above which of them a row is far out."""
    scores, nearest = np.full(data.n, np.nan), np.full(data.n, -1)
    fences = np.full(len(data.class_names), np.inf)
    for code in data.classes_present:
        rows = np.flatnonzero(data.codes == code)
        if params.score == NEAREST:
            scores[rows], near = to_the_nearest(data.X[rows])
            nearest[rows] = rows[near] if len(rows) > 1 else -1
        else:
            scores[rows] = mahalanobis(data.X[rows])
        known = scores[rows][~np.isnan(scores[rows])]
        if len(known):
            fences[code] = bounds(known, "quartiles", params.k)[1]
    return Scored(read_only(scores), read_only(nearest), read_only(fences))


def to_the_nearest(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n,) the distance of each row of X (n, d) to the nearest other one, and which that is; NaN of a single row."""
    from scipy.spatial import KDTree

    if len(X) < 2:
        return np.full(len(X), np.nan), np.zeros(len(X), dtype=int)
    distances, near = map(np.asarray, KDTree(X).query(X, k=2))
    own = near[:, 0] == np.arange(len(X))  # of several rows in one place any may come first
    return distances[:, 1], np.where(own, near[:, 1], near[:, 0])


def mahalanobis(X: np.ndarray) -> np.ndarray:
    """(n,) the distance of each row of X (n, d) from their mean, by their covariance; NaN where that is singular."""
    from scipy.linalg import cholesky, solve_triangular

    away = X - column_means(X)
    size = np.abs(away).max(axis=0)
    if len(X) <= X.shape[1] or not size.all():
        return np.full(len(X), np.nan)
    away = away / size  # the distance does not depend on the units
    S = covariance(away, len(X) - 1)
    if np.linalg.cond(S) > SINGULAR:
        return np.full(len(X), np.nan)
    ways = solve_triangular(cholesky(S, lower=True), away.T, lower=True)
    return np.asarray(np.sqrt((ways**2).sum(axis=0)))


def bound(data: Dataset, params: Params) -> int:
    return 1 + data.n


NEAREST, MAHALANOBIS = "nearest of its class", "Mahalanobis"
SINGULAR = 1e12
"""With a larger condition number a covariance is singular to the digits that count."""


@dataclass(frozen=True)
class Params:
    score: str = choice(NEAREST, (NEAREST, MAHALANOBIS), label="distance", help="of a row from its class")
    k: float = real(
        1.5, low=0.0, high=10.0, symbol="k", label="fence", help="so many times the distance of the quartiles above q₃"
    )
    stop_at: str = choice(
        "outliers", ("outliers", "every row"), label="stop at", clear=True, help="the rows far out, or every row"
    )


@snapshot
class Scored:
    """How far each row is from the others of its class."""

    scores: np.ndarray  # (n,) NaN of a row alone in its class, and of a class with a singular covariance
    nearest: np.ndarray  # (n,) the nearest row of its class, -1 for none
    fences: np.ndarray  # (K,) beyond them a row is far out

    def far(self, codes: np.ndarray) -> np.ndarray:
        """(n,) which rows are far out in their classes (n,)."""
        return np.asarray(self.scores > self.fences[codes])


@snapshot
class Step:
    """One row looked at; at the start none has been."""

    model: None
    row: int | None
    far: bool  # whether it is far out in its class
    found: Scored
