"""Which examples lie on the wrong side of a line: what counts as a mistake in training.

    a = w · x + b,  t ∈ {−1, +1}        right when t a > 0, wrong when t a < 0; a = 0 by the convention in force
"""

from __future__ import annotations

import numpy as np

from engine.core.models import Hyperplane
from engine.maths.affine import activations


def is_mistake(activation: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> np.ndarray:
    """Which activations are not on the right side for their targets; 0 by the stated convention."""
    right_at_zero = {"mistake": 0.0, "+1": 1.0, "-1": -1.0}[at_zero]
    return np.asarray(~(t * activation > 0) & ~((activation == 0) & (t == right_at_zero)))


def mistaken(plane: Hyperplane, X: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> np.ndarray:
    """Which rows of X (n, M), the values of the basis functions, lie on the wrong side."""
    return is_mistake(activations(X, plane.weights, plane.bias), t, at_zero)


def errors(plane: Hyperplane, X: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> int:
    """How many rows lie on the wrong side."""
    return int(mistaken(plane, X, t, at_zero).sum())


def criterion(plane: Hyperplane, X: np.ndarray, t: np.ndarray) -> float:
    """The perceptron criterion E_P = −Σ t a over the mistakes; 0 when there is none."""
    margins = t * activations(X, plane.weights, plane.bias)
    return float(-margins[margins < 0].sum())
