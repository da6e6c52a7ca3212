"""The logarithms of many numbers, added up by taking few: those of products."""

from __future__ import annotations

import numpy as np

FOLDS = 6
"""So often two numbers become one: of 64 the logarithm of one is taken."""
SHORT = 256
"""So few are not worth folding."""
LARGEST = 2.0**15
"""64 factors of this size still have a product."""


def log1p_total(u: np.ndarray) -> float:
    """Σ ln(1 + uₙ) of u ≥ 0 (n,): (1 + u)(1 + v) = 1 + (u + v + u v) keeps the digits of the smallest u.

    >>> log1p_total(np.full(1000, 1e-30)), f"{log1p_total(np.ones(512)) / np.log(2):.9g}"
    (1e-27, '512')
    """
    total = 0.0
    for _ in range(FOLDS if len(u) > SHORT and u.max() < LARGEST else 0):
        half = len(u) // 2
        if len(u) % 2:
            total += float(np.log1p(u[-1]))
        one, other = u[:half], u[half : 2 * half]
        u = one * other
        u += one
        u += other
    return total + float(np.log1p(u).sum())
