"""Which examples lie on the wrong side of a line: what counts as a mistake in training.

a = w · x + b,  t ∈ {−1, +1}        right when t a > 0, wrong when t a < 0; a = 0 by the convention in force
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra import affine
from engine.maths.algebra.affine import activations, sided, sizes
from engine.models.linear import Hyperplane

ZERO = {"mistake": 0.0, "+1": 1.0, "-1": -1.0}
"""What an activation of 0 counts as, by the convention: then t a ≤ 0 is a mistake whatever the convention is."""


def activation(line: Hyperplane, x: np.ndarray, at_zero: str = "mistake") -> float:
    """a = w · x + b of one example x (M,); 0 counts as the convention says, NaN as 0."""
    a = affine.activation(x, line.weights, line.bias)
    return a if a < 0 or a > 0 else ZERO[at_zero]


def is_mistake(a: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> np.ndarray:
    """(n,) which activations are not on the right side for their targets; 0 by the stated convention."""
    missed = ~(t * a > 0)
    if at_zero != "mistake":
        missed &= ~((a == 0) & (t == ZERO[at_zero]))
    return np.asarray(missed)


def mistaken(plane: Hyperplane, X: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> np.ndarray:
    """Which rows of X (n, M), the values of the basis functions, lie on the wrong side."""
    return is_mistake(activations(X, plane.weights, plane.bias), t, at_zero)


class Misclassified:
    """Counts the rows of X (n, M) with t a ≤ 0, for one line after another."""

    def __init__(self, X: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> None:
        self._X, self._size, self._t = X, sizes(X), t
        self._at_zero = at_zero

    def __call__(self, line: Hyperplane) -> int:
        a = sided(self._X, self._size, line.weights, line.bias)
        return count(is_mistake(a, self._t, self._at_zero))


@snapshot
class Record:
    """How many rows a line has on its wrong side, and the line that had the fewest so far."""

    wrong: int
    best: Hyperplane
    best_wrong: int

    @classmethod
    def begun(cls, line: Hyperplane, wrong: int) -> Record:
        """With the first line, which misclassifies so many rows."""
        return cls(wrong, line, wrong)

    def after(self, line: Hyperplane, wrong: int) -> Record:
        """With another line; it is the best only if it misclassifies fewer."""
        return Record(wrong, line, wrong) if wrong < self.best_wrong else replace(self, wrong=wrong)


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
