"""Kernels that weigh by distance: each falls, or stays, as the distance d grows; h is their width.

    Gaussian       exp(−d² / 2h²)          uniform  [d ≤ h]          triangular  (1 − d/h)₊
    Epanechnikov   (1 − d²/h²)₊            inverse  1 / (1 + d)

Uniform is the Parzen window. Uniform, triangular and Epanechnikov are 0 beyond h; the Gaussian is 0 nowhere, although
far away it is too small to be a number: then all weights are divided by the largest, and their shares are the same.
"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.agreement import DIGITS

GAUSSIAN, UNIFORM, TRIANGULAR, EPANECHNIKOV, INVERSE = KERNELS = (
    "Gaussian", "uniform", "triangular", "Epanechnikov", "inverse",
)  # fmt: skip
COMPACT = (UNIFORM, TRIANGULAR, EPANECHNIKOV)
"""Those that are 0 beyond their width."""
UNDERFLOW = -600.0
"""Where the logarithm of the largest weight is below this, some others are 0 to a number that should not be."""
FARTHEST = 1e150
"""So many widths away all distances are alike: the square of more is not a number."""


def log_gaussian(d: np.ndarray, h: float) -> np.ndarray:
    """The logarithm of the Gaussian kernel, −d² / 2h², at distances d.

    >>> log_gaussian(np.array([1.0, 1e9]), 0.5)
    array([-2.e+00, -2.e+18])
    """
    with np.errstate(over="ignore"):
        widths = np.minimum(d / h, FARTHEST)
    return np.asarray(-0.5 * widths * widths)


def kernel(kind: str, d: np.ndarray, h: float) -> np.ndarray:
    """The weights at distances d ≥ 0.

    >>> kernel("triangular", np.array([0.0, 0.5, 2.0]), 1.0)
    array([1. , 0.5, 0. ])
    """
    if kind == GAUSSIAN:
        return np.asarray(np.exp(log_gaussian(d, h)))
    if kind == INVERSE:
        return np.asarray(1.0 / (1.0 + d))
    if kind == UNIFORM:
        return np.asarray((d <= h).astype(float))
    with np.errstate(over="ignore"):
        widths = np.minimum(d / h, 1.0)
    return np.asarray(1.0 - (widths if kind == TRIANGULAR else widths * widths))


def weighed(kind: str, d: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
    """The weights at distances d (..., n), and the logarithm (...,) of what they have been divided by; 0 for nothing.

    >>> w, shift = weighed("Gaussian", np.array([40.0, 41.0]), 1.0)
    >>> w.round(6).tolist(), float(shift)
    ([1.0, 0.0], -800.0)
    """
    if kind != GAUSSIAN:
        return kernel(kind, d, h), np.zeros(d.shape[:-1])
    logs = log_gaussian(d, h)
    largest = logs.max(axis=-1)
    shift = np.where(largest < UNDERFLOW, largest, 0.0)
    return np.asarray(np.exp(logs - shift[..., None])), shift


def heaviest(totals: np.ndarray) -> np.ndarray:
    """(m,) the class with the most weight of totals (m, K), on a tie the first; −1 where no class has any.

    >>> heaviest(np.array([[0.1 + 0.2, 0.3], [0.0, 1.0], [np.nan, np.nan]])).tolist()
    [0, 1, -1]
    """
    most = totals.max(axis=1, keepdims=True)
    first = np.argmax(totals >= most * (1.0 - 8 * DIGITS), axis=1)
    return np.where(most[:, 0] > 0, first, -1)


def effective(weights: np.ndarray) -> float:
    """(Σw)² / Σw²: so many equal weights would be as uneven as these; 0 where there are none.

    >>> effective(np.array([1.0, 1.0, 0.0])), effective(np.array([0.0]))
    (2.0, 0.0)
    """
    top = float(weights.max(initial=0.0))
    if not top > 0:
        return 0.0
    shares = weights / top
    return float(shares.sum() ** 2 / (shares * shares).sum())
