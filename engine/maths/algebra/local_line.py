"""Lines through weighted rows: their middle x̄ = Σ wₙ xₙ, and s with least Σ wₙ (tₙ − t̄ − sᵀ(xₙ − x̄))², Σ wₙ = 1.

s = C⁺ Σ wₙ (xₙ − x̄) tₙ,  C = Σ wₙ (xₙ − x̄)(xₙ − x̄)ᵀ: along a direction in which the rows do not vary it is 0
"""

from __future__ import annotations

import numpy as np

FLAT = 1e-12
"""Rows vary along a direction if their variance there is more than this share of their mean square."""
TOGETHER = 8
"""With so many features or fewer the products of all pairs are made once for all places."""


def middles(w: np.ndarray, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(m, d) the middles of rows X (n, d) by weights w (m, n) that add up to 1, and (m, d, d) C⁺.

    >>> middle, inverse = middles(np.array([[0.5, 0.5]]), np.array([[0.0], [2.0]]))
    >>> middle.tolist(), inverse.tolist()
    ([[1.0]], [[[1.0]]])
    """
    mean, (n, d) = w @ X, X.shape
    if d <= TOGETHER:
        squares = (w @ (X[:, :, None] * X[:, None]).reshape(n, d * d)).reshape(-1, d, d)
        C = squares - mean[:, :, None] * mean[:, None]
    else:
        C = np.stack([(one * (X - at).T) @ (X - at) for one, at in zip(w, mean, strict=True)])
    sizes, ways = np.linalg.eigh(C)
    least = FLAT * (np.trace(C, axis1=1, axis2=2) + (mean**2).sum(axis=1))[:, None]
    there = sizes > np.maximum(least, 1e-290)
    inverse = np.where(there, 1.0, 0.0) / np.where(there, sizes, 1.0)
    return mean, np.asarray((ways * inverse[:, None]) @ ways.transpose(0, 2, 1))


def line_shares(w: np.ndarray, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """(m, n) the l with Σ lₙ tₙ = t̄ + sᵀ(z − x̄): wₙ (1 + (xₙ − x̄)ᵀ C⁺ (z − x̄)), for each place Z (m, d)."""
    mean, inverse = middles(w, X)
    along = (inverse @ (Z - mean)[:, :, None])[:, :, 0]
    return np.asarray(w * (1.0 + along @ X.T - (along * mean).sum(axis=1, keepdims=True)))


def line_slope(w: np.ndarray, X: np.ndarray, t: np.ndarray) -> np.ndarray:
    """(d,) s of one set of weights w (n,) that add up to 1.

    >>> line_slope(np.array([0.5, 0.25, 0.25]), np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 3.0, 5.0])).round(9)
    array([2.])
    """
    mean, inverse = middles(w[None], X)
    return np.asarray(inverse[0] @ ((w * (t - w @ t)) @ (X - mean[0])))
