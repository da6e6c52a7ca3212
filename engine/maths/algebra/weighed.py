"""The sum that every curvature of a cross-entropy is made of: outer products of the rows, each with its weight."""

from __future__ import annotations

import numpy as np

STRETCH = 2000
"""So many rows at a time: few enough to stay near the processor."""


def weighed_products(Phi: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(M, M) Σₙ rₙ φₙ φₙᵀ with r ≥ 0 (n,), as (√R Φ)ᵀ(√R Φ): half the products, and symmetric to the last bit.

    >>> weighed_products(np.array([[1.0, 2.0], [1.0, 0.0]]), np.array([0.25, 1.0]))
    array([[1.25, 0.5 ],
           [0.5 , 1.  ]])
    """
    root, total = np.sqrt(weights)[:, None], np.zeros((Phi.shape[1], Phi.shape[1]))
    for i in range(0, len(Phi), STRETCH):
        rooted = root[i : i + STRETCH] * Phi[i : i + STRETCH]
        total += rooted.T @ rooted
    return total
