"""How far values of variance 1 are from a normal distribution, by contrast functions, for independent components.

G(u) = log cosh u,  −exp(−u²/2)  or  u⁴/4;   g = G′        J = (E[G(y)] − E[G(ν)])²,  ν ~ N(0, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Contrast:
    """G, its derivatives g and g′, and what G of a normal value is on average."""

    whole: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray], np.ndarray]
    bend: Callable[[np.ndarray], np.ndarray]
    normal: float


def _log_cosh(u: np.ndarray) -> np.ndarray:
    size = np.abs(u)
    return np.asarray(size + np.log1p(np.exp(-2 * size)) - np.log(2))


def _bell(u: np.ndarray) -> np.ndarray:
    return np.asarray(np.exp(-(u**2) / 2))


CONTRASTS = {
    "tanh": Contrast(_log_cosh, np.tanh, lambda u: 1 - np.tanh(u) ** 2, 0.374567207491438),
    "u exp(−u²/2)": Contrast(lambda u: -_bell(u), lambda u: u * _bell(u), lambda u: (1 - u**2) * _bell(u), -(0.5**0.5)),
    "u³": Contrast(lambda u: u**4 / 4, lambda u: u**3, lambda u: 3 * u**2, 0.75),
}
"""By the name of g."""


def negentropy(y: np.ndarray, of: Contrast) -> float:
    """J: 0 of a normal distribution, greater the less normal the values y (n,) are distributed."""
    return float((of.whole(y).mean() - of.normal) ** 2)


def excess_kurtosis(y: np.ndarray) -> np.ndarray:
    """E[y⁴] − 3 of values (n, ...) with mean 0 and variance 1: 0 of a normal distribution.

    >>> float(excess_kurtosis(np.array([-1.0, 1.0])))
    -2.0
    """
    return np.asarray((y**4).mean(axis=0) - 3)


def fixed_point(Z: np.ndarray, w: np.ndarray, of: Contrast) -> np.ndarray:
    """(k,) E[z g(wᵀz)] − E[g′(wᵀz)] w over the rows of Z (n, k).   (Hyvärinen 1999)"""
    y = Z @ w
    return np.asarray(Z.T @ of.slope(y) / len(Z) - of.bend(y).mean() * w)


def orthogonal(w: np.ndarray, found: np.ndarray) -> np.ndarray:
    """(k,) w without its parts along the rows found (m, k), and of length 1; zeros where nothing is left."""
    for _ in range(2):  # once more, because one pass leaves rounding that grows
        w = w - found.T @ (found @ w)
    size = float(np.linalg.norm(w))
    return w / size if size > 0 else w


def symmetric(W: np.ndarray) -> np.ndarray:
    """(k, k) (W Wᵀ)^(−½) W: the nearest rows that are orthogonal and of length 1, none before the others."""
    U, _, V = np.linalg.svd(W)
    return np.asarray(U @ V)
