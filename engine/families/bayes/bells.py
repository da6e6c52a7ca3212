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


def bell(x: np.ndarray, k: np.ndarray, K: int, params: Bells, data: Dataset) -> GaussianFactor:
    """The Gaussians of the values x (n,) of one feature in the classes k (n,), and the floor added."""
    means, variances = moments(x, k, K, params)
    return GaussianFactor(means, variances + params.floor * largest_variance(data))


def moments(x: np.ndarray, k: np.ndarray, K: int, params: Bells) -> tuple[np.ndarray, np.ndarray]:
    """(K,) μₖ = Σ x / Nₖ and (K,) σₖ² = Σ (x − μₖ)² / Nₖ over the known cells of a class, or of all classes."""
    known = ~np.isnan(x)
    x, k = x[known], k[known]
    N = np.bincount(k, minlength=K)
    middle = float(x[0]) if len(x) else 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        means = middle + np.bincount(k, x - middle, K) / N
        squares = np.bincount(k, (x - means[k]) ** 2, K)
        if params.shared:
            divisor = N.sum() - (0 if params.divisor == LIKELIHOOD else K)
            return means, np.full(K, squares.sum() / divisor)
        return means, squares / (N if params.divisor == LIKELIHOOD else N - 1)


def spread(x: np.ndarray, k: np.ndarray, at: int, params: Bells) -> tuple[float, int, float, int]:
    """Σ x, N, Σ (x − μ)² and what it is divided by, of the known values x (n,) of one class."""
    own = x[(k == at) & ~np.isnan(x)]
    N = len(own)
    return float(own.sum()), N, float(((own - own.mean()) ** 2).sum()), N - int(params.divisor != LIKELIHOOD)


def largest_variance(data: Dataset) -> float:
    """The largest variance of a column of numbers, over its known cells."""
    return data.kept("largest variance", lambda: _largest(data.X))


def _largest(X: np.ndarray) -> float:
    there = ~np.isnan(X).all(axis=0)
    return float(np.nanvar(X[:, there], axis=0).max(initial=0.0))


def flat_objection(data: Dataset, features: Iterable[int], params: Bells) -> str:
    """Why a feature has no Gaussian in some class, with what would help, or ''."""
    k, K = places(data), len(data.classes_present)
    floor = params.floor * largest_variance(data)
    for j in features:
        means, variances = moments(data.X[:, j], k, K, params)
        bad = np.flatnonzero(~(np.isfinite(means) & (variances + floor > 0)))
        if len(bad):
            return _said(data, j, int(bad[0]), bool(np.isfinite(means[bad[0]])), params)
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
