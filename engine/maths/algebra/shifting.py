"""Points that climb to where rows are dense: each goes to the mean of the rows around it, again and again."""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.distances import squared_distances

FLAT, GAUSSIAN = KERNELS = ("flat", "Gaussian")


def weights(P: np.ndarray, X: np.ndarray, h: float, kernel: str) -> np.ndarray:
    """(s, n) how much each row of X (n, d) counts for each point of P (s, d): 1 within h, or exp(−‖x − p‖² / 2h²)."""
    squares = squared_distances(P / h, X / h)
    return (squares <= 1.0).astype(float) if kernel == FLAT else np.exp(-squares / 2)


def shifted(P: np.ndarray, X: np.ndarray, h: float, kernel: str) -> np.ndarray:
    """(s, d) the mean of the rows around each point; one that has none near stays.

    >>> shifted(np.array([[0.0]]), np.array([[0.0], [1.0], [9.0]]), 1.0, FLAT)
    array([[0.5]])
    """
    w = weights(P, X, h, kernel)
    total = w.sum(axis=1, keepdims=True)
    middle = X[0]  # from there a column that never changes is 0, however large it is
    return np.where(total > 0, middle + w @ (X - middle) / np.where(total > 0, total, 1.0), P)


def heights(P: np.ndarray, X: np.ndarray, h: float, kernel: str) -> np.ndarray:
    """(s,) how dense the rows are at each point, by the density that a shift climbs: it never falls.

    Of the flat kernel that is Σ max(1 − ‖x − p‖² / h², 0), of the Gaussian one Σ exp(−‖x − p‖² / 2h²).
    """
    if kernel == GAUSSIAN:
        return np.asarray(weights(P, X, h, kernel).sum(axis=1))
    return np.asarray(np.maximum(1 - squared_distances(P / h, X / h), 0.0).sum(axis=1))


def usual_bandwidth(X: np.ndarray, rows: np.ndarray, share: float = 0.3) -> float:
    """How far the k-th nearest row is from some rows, on average, k a share of all; 1 if all are in one place."""
    k = max(int(len(X) * share), 1) - 1
    far = np.sqrt(np.partition(squared_distances(X[rows], X), k, axis=1)[:, k])
    return float(far.mean()) or float(np.sqrt(squared_distances(X[rows], X).max())) or 1.0


def modes(P: np.ndarray, high: np.ndarray, h: float) -> np.ndarray:
    """(K,) which of the points P (s, d) are modes: the highest first, and no other within h of one."""
    found: list[int] = []
    for i in np.lexsort([*P.T[::-1], high])[::-1].tolist():
        if not found or squared_distances(P[[i]], P[found]).min() > h * h:
            found.append(i)
    return np.array(found)
