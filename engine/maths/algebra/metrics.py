"""Distances of many kinds between points, each made of the gaps |a_j − b_j| between their coordinates.

    Manhattan   Σ |a_j − b_j|           Euclidean   √Σ (a_j − b_j)²          Minkowski  (Σ |a_j − b_j|^p)^(1/p)
    Chebyshev   max |a_j − b_j|         Hamming     how many a_j ≠ b_j       Mahalanobis  √((a − b)ᵀ Σ⁻¹ (a − b))

A way to combine gaps takes them coordinate by coordinate, each an array of any shape, and adds them in that order: so
the same two points are as far apart to the last bit however many others are measured with them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import figure

Gaps = Sequence[np.ndarray]
"""|a_j − b_j| for each coordinate j in order, arrays of one shape."""
Combine = Callable[[Gaps], np.ndarray]
SMALLEST, LARGEST = 1e-140, 1e150
"""Gaps between these can be squared and added up as they are."""


# -- what gaps come to -------------------------------------------------------------------------------------------------


def added(gaps: Gaps) -> np.ndarray:
    """Manhattan: the sum of the gaps."""
    total = np.array(gaps[0], dtype=float)
    for gap in gaps[1:]:
        total += gap
    return total


def squared(gaps: Gaps) -> np.ndarray:
    """Squared Euclidean: the sum of their squares, which is no metric."""
    total = np.zeros(gaps[0].shape)
    for gap in gaps:
        total += gap * gap
    return total


def straight(gaps: Gaps) -> np.ndarray:
    """Euclidean: the root of the sum of their squares, also where a square would be too large or too small."""
    size = max(float(gap.max(initial=0.0)) for gap in gaps)
    if size == 0 or SMALLEST < size < LARGEST:
        return np.asarray(np.sqrt(squared(gaps)))
    total = np.array(gaps[0], dtype=float)
    for gap in gaps[1:]:
        np.hypot(total, gap, out=total)
    return total


def largest(gaps: Gaps) -> np.ndarray:
    """Chebyshev: the largest of them."""
    total = np.array(gaps[0], dtype=float)
    for gap in gaps[1:]:
        np.maximum(total, gap, out=total)
    return total


def differing(gaps: Gaps) -> np.ndarray:
    """Hamming: how many are not 0, however small."""
    total = np.zeros(gaps[0].shape)
    for gap in gaps:
        total += gap != 0
    return total


def powered(p: float, gaps: Gaps) -> np.ndarray:
    """Minkowski of order p > 0: the largest is factored out, so that no power is too large; below 1 it is no metric."""
    if math.isinf(p):
        return largest(gaps)
    top = largest(gaps)
    shares = np.where(top > 0, top, 1.0)
    total = np.zeros(top.shape)
    for gap in gaps:
        total += (gap / shares) ** p
    return np.asarray(top * total ** (1.0 / p))


# -- between points ----------------------------------------------------------------------------------------------------


def between(combine: Combine, A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(n, m) the distance from every point of A (n, d) to every point of B (m, d)."""
    A, B = _checked(A, B)
    gaps = [A[:, j, None] - B[:, j] for j in range(A.shape[1])]
    for gap in gaps:
        np.abs(gap, out=gap)
    return combine(gaps)


def manhattan(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(n, m) Manhattan distances.

    >>> manhattan(np.array([[1.0, 2.0, 3.0]]), np.array([[4.0, 0.0, 3.0]]))
    array([[5.]])
    """
    return between(added, A, B)


def euclidean(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(n, m) Euclidean distances.

    >>> euclidean(np.array([[3e200, 0.0]]), np.array([[0.0, 4e200]]))
    array([[5.e+200]])
    """
    return between(straight, A, B)


def minkowski(A: np.ndarray, B: np.ndarray, p: float) -> np.ndarray:
    """(n, m) Minkowski distances of order p > 0, which may be infinite.

    >>> minkowski(np.array([[0.0, 0.0]]), np.array([[1.0, 1.0]]), 0.5)
    array([[4.]])
    """
    if not p > 0:
        raise Refusal(f"The order of a Minkowski distance must be above 0, and it is {figure(p)}.")
    return between(partial(powered, p), A, B)


def chebyshev(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(n, m) Chebyshev distances.

    >>> chebyshev(np.array([[1.0, 2.0, 3.0]]), np.array([[4.0, 0.0, 3.0]]))
    array([[3.]])
    """
    return between(largest, A, B)


def hamming(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(n, m) in how many coordinates they differ.

    >>> hamming(np.array([[1.0, 2.0, 3.0]]), np.array([[4.0, 0.0, 3.0]]))
    array([[2.]])
    """
    return between(differing, A, B)


def jaccard(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(n, m) the share of the attributes of two sets that only one of both has (bool); 0 where neither has any.

    >>> jaccard(np.array([[True, True, False]]), np.array([[True, False, True], [False, False, False]])).round(4)
    array([[0.6667, 1.    ]])
    """
    both = A.astype(np.int64) @ B.T.astype(np.int64)
    either = A.sum(axis=1)[:, None] + B.sum(axis=1)[None] - both
    return np.asarray(1.0 - np.where(either > 0, both, 1) / np.maximum(either, 1))


def mahalanobis(A: np.ndarray, B: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """(n, m) Mahalanobis distances by a covariance (d, d): the Euclidean ones of the whitened points.

    >>> mahalanobis(np.array([[3.0, 1.0]]), np.array([[1.0, 2.0]]), np.array([[4.0, 2.0], [2.0, 3.0]])).round(9)
    array([[1.73205081]])
    """
    A, B = _checked(A, B)
    root = whitening(covariance)
    return between(straight, A @ root.T, B @ root.T)


def similarity(distances: np.ndarray | float) -> np.ndarray:
    """1 / (1 + r) of distances r ≥ 0: 1 where there is none, towards 0 far away. It changes with the unit of r.

    >>> similarity(np.array([0.0, 1.0, np.inf])).tolist()
    [1.0, 0.5, 0.0]
    """
    r = np.asarray(distances, dtype=float)
    if not (r >= 0).all():
        raise Refusal("A similarity is made of distances, and a distance is not below 0.")
    return np.asarray(1.0 / (1.0 + r))


BELOW = "This is no covariance: along some direction its variance is below 0."


def whitening(covariance: np.ndarray) -> np.ndarray:
    """(d, d) L⁻¹ of Σ = L Lᵀ (Cholesky): ‖L⁻¹ (a − b)‖ is the Mahalanobis distance.

    Refuses a matrix that is no covariance, or that is flat in some direction to the digits that numbers have.
    """
    S = _symmetric(covariance)
    scale = np.sqrt(np.abs(np.diagonal(S)))
    if not scale.all():
        raise Refusal("A variance in the covariance is 0: a feature that never changes gives no distance.")
    correlations = S / scale / scale[:, None]
    try:
        root = np.linalg.cholesky(correlations)
    except np.linalg.LinAlgError as error:
        if float(np.linalg.eigvalsh(correlations)[0]) < -1e-9:
            raise Refusal(BELOW) from error
        raise Refusal(
            "The covariance is singular: some direction has no variance, so nothing is told there."
        ) from error
    if np.diagonal(root).min() < 1e-7:
        raise Refusal("The covariance is singular: some direction has no variance, so nothing is told there.")
    return np.asarray(np.linalg.inv(root) / scale)


def semidefinite(covariance: np.ndarray) -> np.ndarray:
    """(d, d) the same matrix, which may be flat in some directions; refuses one that is no covariance, or is 0."""
    S = _symmetric(covariance)
    values = np.linalg.eigvalsh(S)
    if values[0] < -1e-9 * np.abs(values).max():
        raise Refusal(BELOW)
    if not values[-1] > 0:
        raise Refusal("The covariance is 0 in every direction: it gives no distance.")
    return S


def _symmetric(covariance: np.ndarray) -> np.ndarray:
    S = np.asarray(covariance, dtype=float)
    if S.ndim != 2 or S.shape[0] != S.shape[1] or not len(S) or not np.isfinite(S).all():
        raise Refusal("A covariance must be a square table of numbers.")
    if (np.abs(S - S.T) > 1e-9 * np.abs(S).max()).any():
        raise Refusal("The covariance is not symmetric: it gives no distance.")
    return S


def _checked(A: np.ndarray, B: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both as tables of numbers; a refusal names what cannot be measured."""
    A, B = np.atleast_2d(np.asarray(A, dtype=float)), np.atleast_2d(np.asarray(B, dtype=float))
    if A.shape[1] != B.shape[1]:
        raise Refusal(f"Points of {A.shape[1]} and of {B.shape[1]} coordinates have no distance: make them alike.")
    if not A.shape[1]:
        raise Refusal("Points without coordinates have no distance.")
    for table in (A, B):
        if not np.isfinite(table).all():
            j = int(np.flatnonzero(~np.isfinite(table).all(axis=0))[0])
            raise Refusal(f"Coordinate {j + 1} of a point is missing or infinite: fill it, or leave the point out.")
    return A, B
