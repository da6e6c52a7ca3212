"""Integrals by numbers: adaptive halving, nodes of Gauss and Hermite, and the mean of a sigmoid under a Gaussian."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import sealed, snapshot
from engine.maths.algebra.stretches import by_stretches
from engine.maths.probability.probit import normal_cdf
from engine.maths.probability.sigmoid import sigmoid

QUARTERS = np.linspace(0.0, 1.0, 5)[:, None]
"""(5, 1) where Simpson's rule on two halves looks at an interval."""
ROUNDS = 60
"""An interval halved so often is as short as two neighbouring numbers."""


@snapshot
class Integral:
    """What adaptive halving found: the value, an estimate of its error, and the intervals (m, 2) that it took."""

    value: float
    error: float
    intervals: np.ndarray


def integral(
    function: Callable[[np.ndarray], np.ndarray],
    low: float,
    high: float,
    tolerance: float = 1e-10,
    breaks: Sequence[float] = (),
) -> Integral:
    """∫ function from low to high by Simpson's rule; every interval whose two halves disagree with it is halved.

    function maps (m,) to (m,); name the places of spikes and kinks in `breaks`. What does not settle is a Refusal.

    >>> round(integral(lambda x: x**2, 0.0, 3.0).value, 9)
    9.0
    """
    left, right = pieces(low, high, breaks)
    value = error = 0.0
    taken = []
    for _ in range(ROUNDS):
        estimate, gap = simpson(function, left, right)
        rough = np.abs(gap) > tolerance * (right - left) / (high - low)
        value += float((estimate + gap)[~rough].sum())
        error += float(np.abs(gap[~rough]).sum())
        taken.append(np.column_stack([left, right])[~rough])
        if not rough.any():
            kept = np.vstack(taken)
            return Integral(value, error, kept[np.argsort(kept[:, 0])])
        middle = (left + right)[rough] / 2
        left, right = np.concatenate([left[rough], middle]), np.concatenate([middle, right[rough]])
    raise Refusal(f"The integral does not settle near {left[0]:.6g}: name its spikes as break points.")


def pieces(low: float, high: float, breaks: Sequence[float] = ()) -> tuple[np.ndarray, np.ndarray]:
    """The left and right ends (m,) of the intervals to begin with: eight between each two of the ends and breaks."""
    ends = np.unique([low, high, *(place for place in breaks if low < place < high)])
    left, right = (np.repeat(part, 8) for part in (ends[:-1], ends[1:]))
    share = np.tile(np.arange(8), len(ends) - 1) / 8
    return left + share * (right - left), left + (share + 0.125) * (right - left)


def simpson(
    function: Callable[[np.ndarray], np.ndarray], left: np.ndarray, right: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Simpson's rule on the halves of each interval, and 1/15 of how far the rule on the whole is from it."""
    width = right - left
    places = left + QUARTERS * width
    a, b, c, d, e = function(places.ravel()).reshape(places.shape)
    halves = (a + 4 * b + 2 * c + 4 * d + e) * width / 12
    return halves, (halves - (a + 4 * c + e) * width / 6) / 15


@cache
def hermite(nodes: int) -> tuple[np.ndarray, np.ndarray]:
    """The nodes z (m,) and weights (m,) of Gauss and Hermite for a standard normal z; the weights sum to 1."""
    places, weights = np.polynomial.hermite_e.hermegauss(nodes)
    return sealed(places), sealed(weights / weights.sum())


def hermite_mean(mean: np.ndarray, variance: np.ndarray, nodes: int) -> np.ndarray:
    """(n,) ∫ σ(a) N(a | mean, variance) da from so many nodes of Gauss and Hermite: Σ wᵢ σ(m + s zᵢ).

    The poles of σ at ±iπ lie near the line where s is large: then even 64 nodes leave an error that shows.
    """
    places, weights = hermite(nodes)
    spread = np.sqrt(np.asarray(variance))[..., None]
    return np.asarray(sigmoid(np.asarray(mean)[..., None] + spread * places) @ weights)


@cache
def _even(step: float, count: int) -> np.ndarray:
    return step * np.arange(-count, count + 1.0)


def sigmoid_mean(mean: np.ndarray, variance: np.ndarray) -> np.ndarray:
    """(n,) ∫ σ(a) N(a | mean, variance) da to about ten digits for every variance (n,).

    Evenly spaced nodes are all but exact for smooth functions that die out at both ends. Where the variance is at most
    1 they sum σ under the bell; beyond, integrated by parts, P(a > z) under the bell-shaped slope of σ at z.
    """
    mean, variance = np.asarray(mean, dtype=float), np.asarray(variance, dtype=float)
    return by_stretches(_sigmoid_mean, len(_even(0.6, 60)), mean, np.maximum(variance, 0.0))


def _sigmoid_mean(mean: np.ndarray, variance: np.ndarray) -> np.ndarray:
    found, narrow, spread = np.empty(len(mean)), variance <= 1.0, np.sqrt(variance)
    z = _even(0.6, 12)
    bell = np.exp(-0.5 * z**2)
    found[narrow] = sigmoid(mean[narrow, None] + spread[narrow, None] * z) @ (bell / bell.sum())
    z = _even(0.6, 60)
    slope = np.exp(-np.abs(z)) / (1.0 + np.exp(-np.abs(z))) ** 2
    wide = ~narrow
    found[wide] = normal_cdf((mean[wide, None] - z) / spread[wide, None]) @ (slope / slope.sum())
    return found
