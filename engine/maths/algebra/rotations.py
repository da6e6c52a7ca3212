"""Jacobi's rotations: a turn in two coordinates that takes one number beside the diagonal away.   (Jacobi 1846)

tan 2φ = 2 a_pq / (a_qq − a_pp)        A ← Rᵀ A R        Σ of the squares beside the diagonal falls by 2 a_pq²
"""

from __future__ import annotations

import numpy as np


def largest_beside(A: np.ndarray) -> tuple[tuple[int, int], float]:
    """Where the largest number beside the diagonal of a symmetric A (d, d) stands, p < q, and its size.

    >>> largest_beside(np.array([[2.5, -2.0], [-2.0, 2.5]]))
    ((0, 1), 2.0)
    """
    beside = np.abs(np.triu(A, 1))
    p, q = divmod(int(np.argmax(beside)), len(A))
    return (p, q), float(beside[p, q])


def rotated(A: np.ndarray, V: np.ndarray, p: int, q: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Rᵀ A R with 0 at (p, q), V R, and the angle of the turn, at most 45 degrees.

    >>> rotated(np.array([[2.5, 2.0], [2.0, 2.5]]), np.eye(2), 0, 1)[0].round(12).tolist()
    [[0.5, 0.0], [0.0, 4.5]]
    """
    gap = (A[q, q] - A[p, p]) / 2.0
    size = abs(gap) + float(np.hypot(gap, A[p, q]))
    tangent = float(A[p, q] / size) * (1.0 if gap >= 0 else -1.0) if size > 0 else 0.0
    cosine = 1.0 / float(np.hypot(1.0, tangent))
    R = np.eye(len(A))
    R[[p, q], [p, q]] = cosine
    R[p, q], R[q, p] = tangent * cosine, -tangent * cosine
    turned = R.T @ A @ R
    turned[p, q] = turned[q, p] = 0.0
    return turned, V @ R, float(np.degrees(np.arctan(tangent)))
