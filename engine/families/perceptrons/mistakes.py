"""Which examples lie on the wrong side of a line: what counts as a mistake in training.

a = w · x + b,  t ∈ {−1, +1}        right when t a > 0, wrong when t a < 0; a = 0 by the convention in force
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
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


class Activations:
    """a = w · x + b of the rows of X (n, M), for one line after another, with the very sign that each has.

    Where a is 0 and that is to count as +1 or as −1, that number stands in its place: so t a ≤ 0 is a mistake whatever
    the convention is. What is no number, as with a start that is none, counts as 0.
    """

    def __init__(self, X: np.ndarray, at_zero: str = "mistake") -> None:
        self._X, self._size = X, sizes(X)
        self._zero = {"mistake": 0.0, "+1": 1.0, "-1": -1.0}[at_zero]

    def of(self, plane: Hyperplane) -> np.ndarray:
        """(n,) the activations."""
        a = sided(self._X, self._size, plane.weights, plane.bias)
        a = np.where(np.isnan(a), 0.0, a)
        return np.where(a == 0, self._zero, a) if self._zero else a


@snapshot
class Record:
    """How many rows a line has on its wrong side, and the line that had the fewest so far."""

    wrong: int
    best: Hyperplane
    best_wrong: int

    @classmethod
    def begun(cls, line: Hyperplane, t: np.ndarray, a: np.ndarray) -> Record:
        """With the first line and its activations a (n,)."""
        return cls(wrong := misclassified(t, a), line, wrong)

    def after(self, line: Hyperplane, t: np.ndarray, a: np.ndarray) -> Record:
        """With another line; it is the best only if it has fewer."""
        wrong = misclassified(t, a)
        return Record(wrong, line, wrong) if wrong < self.best_wrong else replace(self, wrong=wrong)


def misclassified(t: np.ndarray, a: np.ndarray) -> int:
    """How many rows are mistakes: t a ≤ 0."""
    return count(~(t * a > 0))


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
