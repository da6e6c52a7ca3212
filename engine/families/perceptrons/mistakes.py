"""Which examples lie on the wrong side of a line: what counts as a mistake in training.

a = w · x + b,  t ∈ {−1, +1}        right when t a > 0, wrong when t a < 0; a = 0 by the convention in force
"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.affine import activations, sided, sizes
from engine.models.linear import Hyperplane


def is_mistake(activation: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> np.ndarray:
    """Which activations are not on the right side for their targets; 0 by the stated convention."""
    missed = ~(t * activation > 0)
    if at_zero != "mistake":
        missed &= ~((activation == 0) & (t == {"+1": 1.0, "-1": -1.0}[at_zero]))
    return np.asarray(missed)


def mistaken(plane: Hyperplane, X: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> np.ndarray:
    """Which rows of X (n, M), the values of the basis functions, lie on the wrong side."""
    return is_mistake(activations(X, plane.weights, plane.bias), t, at_zero)


class Mistakes:
    """Which rows of X (n, M) are mistakes of one line after another: as `mistaken`, in a fraction of the time."""

    def __init__(self, X: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> None:
        self._X, self._t, self._at_zero = X, t, at_zero
        self._size = sizes(X)

    def of(self, plane: Hyperplane) -> np.ndarray:
        """(n,) whether a row lies on the wrong side."""
        return is_mistake(sided(self._X, self._size, plane.weights, plane.bias), self._t, self._at_zero)


def count(missed: np.ndarray) -> int:
    """How many rows are mistakes."""
    return int(np.count_nonzero(missed))


def criterion(plane: Hyperplane, X: np.ndarray, t: np.ndarray) -> float:
    """The perceptron criterion E_P = −Σ t a over the mistakes; 0 when there is none."""
    added = terms(plane, X, t)
    return float(added[added > 0].sum())


def terms(plane: Hyperplane, X: np.ndarray, t: np.ndarray) -> np.ndarray:
    """(n,) −t a of each row: what it adds to the criterion where it is above 0, and elsewhere nothing."""
    return np.asarray(-(t * activations(X, plane.weights, plane.bias)))
