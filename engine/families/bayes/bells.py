"""The Gaussian of a number in each class, from its known cells; and why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np

from engine.base.errors import AddPoints, KeepColumns, Objection, Prepare, Remedy, SetParameter
from engine.base.words import short, spoken
from engine.data.dataset import Dataset
from engine.families.bayes.stepping import places
from engine.models.naive_bayes import GaussianFactor

LIKELIHOOD, UNBIASED = DIVISORS = ("N", "N − 1")
OFFERED = 1e-9
"""The floor that is offered, as a share of the largest variance of a feature."""


class Bells(Protocol):
    """The parameters of the Gaussians."""

    @property
    def shared(self) -> bool: ...
    @property
    def divisor(self) -> str: ...
    @property
    def floor(self) -> float: ...


def bell(data: Dataset, j: int, params: Bells) -> GaussianFactor:
    """The Gaussians of one feature in the classes, and the floor added."""
    means, variances = class_moments(data, params)
    return GaussianFactor(means[:, j], variances[:, j] + floor_of(data, params))


def floor_of(data: Dataset, params: Bells) -> float:
    """What is added to every variance."""
    return params.floor * largest_variance(data) if params.floor else 0.0


def class_moments(data: Dataset, params: Bells) -> tuple[np.ndarray, np.ndarray]:
    """(K, d) the means and the variances of all features in the classes that occur."""
    key = ("moments of classes", params.shared, params.divisor)
    return data.cached(key, lambda: moments(data.X, places(data), len(data.classes_present), params))


def moments(X: np.ndarray, k: np.ndarray, K: int, params: Bells) -> tuple[np.ndarray, np.ndarray]:
    """(K, d) μₖ = Σ x / Nₖ and (K, d) σₖ² = Σ (x − μₖ)² / Nₖ over the known cells X (n, d) of a class, or of all."""
    whole = not np.isnan(X).any()
    N, means, squares = (np.zeros((K, X.shape[1])) for _ in range(3))
    with np.errstate(divide="ignore", invalid="ignore"):
        for c in range(K):
            x = X[k == c]
            known = None if whole else ~np.isnan(x)
            N[c] = len(x) if known is None else known.sum(axis=0)
            first = x[0] if known is None and len(x) else _first(x, known)
            gaps = x - first  # to a cell: so the digits of the spread are kept however far from 0 the values are
            if known is not None:
                gaps = np.where(known, gaps, 0.0)
            means[c] = gaps.sum(axis=0) / N[c]
            gaps -= means[c]
            if known is not None:
                gaps = np.where(known, gaps, 0.0)
            squares[c] = np.einsum("nj,nj->j", gaps, gaps)
            means[c] += first
        if params.shared:
            divisor = N.sum(axis=0) - (0 if params.divisor == LIKELIHOOD else K)
            return means, np.tile(squares.sum(axis=0) / divisor, (K, 1))
        return means, squares / (N if params.divisor == LIKELIHOOD else N - 1)


def _first(x: np.ndarray, known: np.ndarray | None) -> np.ndarray:
    """(d,) a known cell of each column, 0 where there is none."""
    if known is None or not len(x):
        return np.zeros(x.shape[1])
    found = np.take_along_axis(x, known.argmax(axis=0)[None], axis=0)[0]
    return np.where(known.any(axis=0), found, 0.0)


def spread(x: np.ndarray, k: np.ndarray, at: int, params: Bells) -> tuple[float, int, float, int]:
    """Σ x, N, Σ (x − μ)² and what it is divided by, of the known values x (n,) of one class."""
    own = x[(k == at) & ~np.isnan(x)]
    N = len(own)
    return float(own.sum()), N, float(((own - own.mean()) ** 2).sum()), N - int(params.divisor != LIKELIHOOD)


def largest_variance(data: Dataset) -> float:
    """The largest variance of a column of numbers, over its known cells."""
    return data.cached("largest variance", lambda: _largest(data.X))


def _largest(X: np.ndarray) -> float:
    there = ~np.isnan(X).all(axis=0)
    return float(np.nanvar(X[:, there], axis=0).max(initial=0.0))


def flat_objection(data: Dataset, features: Iterable[int], params: Bells) -> str:
    """Why a feature has no Gaussian in some class, with what would help, or ''."""
    floor = floor_of(data, params)
    means, variances = class_moments(data, params)
    for j in features:
        bad = np.flatnonzero(~(np.isfinite(means[:, j]) & (variances[:, j] + floor > 0)))
        if len(bad):
            return _said(data, j, int(bad[0]), bool(np.isfinite(means[bad[0], j])), params)
    return ""


def _said(data: Dataset, j: int, k: int, known: bool, params: Bells) -> str:
    name, code = short(data.columns[j].title), data.classes_present[k]
    kept = KeepColumns(tuple(other for other in range(data.d) if other != j))
    others: tuple[Remedy, ...] = (kept,) if data.d > 1 else ()
    if not known:
        words = (
            f"{name} has no known value in {spoken(data.class_name(code))}: fill the gaps, or leave the feature out."
        )
        return Objection(words, Prepare("Fill"), *others)
    words = f"{name} has no variance in {spoken(data.class_name(code))}, so its Gaussian would be a spike: "
    floor = SetParameter("floor", OFFERED)
    if largest_variance(data) > 0:
        return Objection(f"{words}set a variance floor, or leave the feature out.", floor, *others)
    return Objection(f"{words}add points that differ.", AddPoints(), *others)
