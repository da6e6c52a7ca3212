"""Newton's direction from slopes alone: the last steps, and how the slope changed along them, stand for the Hessian.

H ← (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ      s = Δw,  y = Δg,  ρ = 1 / s·y        (BFGS, 1970)
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Height = Callable[[np.ndarray], float]
Slope = Callable[[np.ndarray], np.ndarray]
LESS, FLATTER = 1e-4, 0.9
"""Wolfe's conditions: f falls by so much of what the slope promises, and at most so much of the slope is left."""
TRIES = 60
STRAIGHT = 1e-12
"""Steps along which the slope changed by no more, as a share of both lengths, say nothing of the bend."""


def two_loop(g: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """H g by two loops over the pairs (m, 2, P) of s and y, the oldest first, and H is never made.   (Nocedal 1980)

    >>> two_loop(np.array([3.0, 4.0]), np.zeros((0, 2, 2))).tolist()
    [3.0, 4.0]
    """
    q, shares = g, []
    for s, y in pairs[::-1]:
        shares.append(float(s @ q / (s @ y)))
        q = q - shares[-1] * y
    r = first_scale(pairs) * q
    for (s, y), share in zip(pairs, shares[::-1], strict=True):
        r = r + (share - float(y @ r / (s @ y))) * s
    return r


def first_scale(pairs: np.ndarray) -> float:
    """γ = s·y / y·y of the last pair, as H is γ I before any pair is used; 1 without a pair."""
    return float(pairs[-1, 0] @ pairs[-1, 1] / (pairs[-1, 1] @ pairs[-1, 1])) if len(pairs) else 1.0


def inverse_hessian(pairs: np.ndarray, size: int) -> np.ndarray:
    """(P, P) the H that the two loops stand for, pair by pair."""
    H = first_scale(pairs) * np.eye(size)
    for s, y in pairs:
        V = np.eye(size) - np.outer(y, s) / (s @ y)
        H = V.T @ H @ V + np.outer(s, s) / (s @ y)
    return H


def remembered(pairs: np.ndarray, s: np.ndarray, y: np.ndarray, most: int) -> np.ndarray:
    """(m, 2, P) the pairs with one more, at most so many; one along which the slope did not grow is left out."""
    if not s @ y > STRAIGHT * np.sqrt((s @ s) * (y @ y)):
        return pairs
    return np.concatenate([pairs, [[s, y]]])[-most:]


def wolfe_length(height: Height, slope: Slope, w: np.ndarray, direction: np.ndarray) -> float:
    """How far to go along a direction downhill: 1, halved while f falls too little, doubled while it is too steep.

    0 where no length will do, as at the bottom, to rounding.   (Wolfe 1969)
    """
    f, steep = height(w), float(slope(w) @ direction)
    low, high, length = 0.0, np.inf, 1.0
    for _ in range(TRIES):
        if not height(w + length * direction) <= f + LESS * length * steep:
            high = length
        elif slope(w + length * direction) @ direction < FLATTER * steep:
            low = length
        else:
            return length
        length = 2 * low if np.isinf(high) else 0.5 * (low + high)
    return low
