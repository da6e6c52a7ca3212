"""The affine function behind every linear method."""

from __future__ import annotations

import numpy as np


def activations(X: np.ndarray, weights: np.ndarray, bias: float) -> np.ndarray:
    """(n,) weights · xₙ + bias, summed feature by feature so that every platform gives the same bits.

    >>> activations(np.array([[1.0, 2.0]]), np.array([3.0, 4.0]), -1.0)
    array([10.])
    """
    total = np.full(len(X), float(bias))
    for feature, weight in enumerate(weights):
        total += weight * X[:, feature]
    return total
