"""How many bumps in d dimensions: a grid of m centres along each feature has mᵈ of them.   (Bellman 1961)

M = mᵈ centres beside N rows        a centre is used if it is the nearest one to some row: at most N of them are
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset

FREE = 12
"""So many features are looked at, if the table has them; of more only the number of centres is told."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    m, N = params.per_feature, data.n
    M, counts, used = 1.0, np.zeros(0), np.zeros(0)
    for d in range(1, params.dimensions + 1):
        M = M * m
        counts = np.append(counts, M)
        if d <= min(data.d, FREE):
            used = np.append(used, used_centres(data.X[:, :d], m))
        yield Step(model=None, d=d, counts=counts, used=used)
    first = int(np.argmax(counts > N)) + 1 if M > N else 0
    said = f"{counted(params.dimensions, 'feature')}: a grid of {figure(M)} centres for {counted(N, 'row')}."
    more = f" From {counted(first, 'feature')} on there are more centres than rows." if first else ""
    return Ending.converged(said + more)


def used_centres(X: np.ndarray, m: int) -> int:
    """How many centres of the grid over the box of X (n, d) are the nearest one to some row."""
    return len(np.unique(nearest_centres(X, m), axis=0))


def nearest_centres(X: np.ndarray, m: int) -> np.ndarray:
    """(n, d) which of the m centres along each feature is nearest, from 0 to m − 1; the middle of a constant one."""
    return np.asarray(np.rint(in_the_box(X) * (m - 1)).astype(np.int64))


def in_the_box(X: np.ndarray) -> np.ndarray:
    """(n, d) the rows in a box from 0 to 1; a constant feature is at ½."""
    low, high = 0.5 * X.min(axis=0), 0.5 * X.max(axis=0)  # halves: no difference of two overflows
    span = high - low
    return np.asarray(np.where(span > 0, (0.5 * X - low) / np.where(span > 0, span, 1.0), 0.5))


def bound(data: Dataset, params: Params) -> int:
    return params.dimensions


@dataclass(frozen=True)
class Params:
    per_feature: int = whole(
        6, low=2, high=50, symbol="m", label="centres per feature", help="the spacing is 1/(m − 1) of the range"
    )
    dimensions: int = whole(8, low=1, high=20, symbol="d", label="most features", clear=True, help="that are counted")


@snapshot
class Step:
    """The grid in so many dimensions."""

    model: None
    d: int
    counts: np.ndarray  # (d,) mᵈ for each number of features so far
    used: np.ndarray  # how many of them are the nearest one to some row, as far as the table has so many features

    @property
    def count(self) -> float:
        """M = mᵈ."""
        return float(self.counts[-1])
