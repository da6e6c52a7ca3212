"""Least squares with no factor below 0: X ≈ W H, one factor held fixed while the other is improved.

gram   of the factor held fixed, such as H Hᵀ (k, k);   cross   the products of the data with it, such as X Hᵀ (n, k)
"""

from __future__ import annotations

import numpy as np

SWEEPS = 1000
"""So many sweeps over the parts find the scores of a row, or nearly so."""
STILL = 1e-10
"""A sweep that changes no score by more than this share of the greatest is the last."""


def multiplied(W: np.ndarray, gram: np.ndarray, cross: np.ndarray) -> np.ndarray:
    """(n, k) W ∘ X Hᵀ / (W H Hᵀ): no entry changes its sign, and the error does not rise.   (Lee and Seung 2001)

    >>> multiplied(np.array([[1.0]]), np.array([[2.0]]), np.array([[6.0]])).tolist()
    [[3.0]]
    """
    below = W @ gram
    return np.asarray(W * np.divide(cross, below, out=np.ones_like(W), where=below > 0))


def swept(W: np.ndarray, gram: np.ndarray, cross: np.ndarray) -> np.ndarray:
    """(n, k) one column of W after the other at its minimum, the rest held fixed, or at 0.   (Cichocki 2007)

    >>> swept(np.array([[1.0, 1.0]]), np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([[6.0, 0.0]])).tolist()
    [[2.5, 0.0]]
    """
    columns, wanted = np.array(W.T, dtype=float, order="C"), np.ascontiguousarray(cross.T)
    for t in range(len(gram)):
        if gram[t, t] > 0:
            slope = gram[t] @ columns - wanted[t]
            columns[t] = np.maximum(columns[t] - slope / gram[t, t], 0.0)
    return columns.T


def scores(X: np.ndarray, H: np.ndarray) -> np.ndarray:
    """(n, k) the scores, none below 0, with which the parts H (k, d) come nearest to each row of X (n, d)."""
    size, unit = float(np.abs(H).max(initial=0.0)) or 1.0, float(np.abs(X).max(initial=0.0)) or 1.0
    parts = H / size
    gram, cross = parts @ parts.T, X / unit @ parts.T
    W = np.zeros(cross.shape)
    for _ in range(SWEEPS):
        before, W = W, swept(W, gram, cross)
        if np.abs(W - before).max(initial=0.0) <= STILL * W.max(initial=0.0):
            break
    return np.asarray(W * (unit / size))


def by_singular_vectors(X: np.ndarray, k: int, fill: float) -> tuple[np.ndarray, np.ndarray]:
    """(n, k) and (k, d) factors from the singular vectors: of each pair the signs that carry more of it.

    What would be 0 begins at `fill`, as no multiplication takes a 0 away.   (Boutsidis and Gallopoulos 2008)
    """
    unit = float(X.max()) or 1.0
    U, s, V = np.linalg.svd(X / unit, full_matrices=False)
    W, H = np.zeros((len(X), k)), np.zeros((k, X.shape[1]))
    for j in range(k):
        sides = [(np.maximum(sign * U[:, j], 0.0), np.maximum(sign * V[j], 0.0)) for sign in (1.0, -1.0)]
        u, v = max(sides, key=lambda side: float(np.linalg.norm(side[0]) * np.linalg.norm(side[1])))
        sizes = float(np.linalg.norm(u)), float(np.linalg.norm(v))
        if min(sizes) > 0:
            root = float(np.sqrt(unit * s[j] * sizes[0] * sizes[1]))
            W[:, j], H[j] = root * u / sizes[0], root * v / sizes[1]
    return np.maximum(W, fill), np.maximum(H, fill)
