"""What is asked of a model in order to draw its areas."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from engine.models.lattice import Crossings, Lattice


class Predicts(Protocol):
    """A model that answers with a class."""

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(m,) class codes of points (m, d)."""


@runtime_checkable
class Weighs(Predicts, Protocol):
    """One that says how likely each class is."""

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(m, K) the probability of each class at points (m, d)."""


@runtime_checkable
class Scores(Predicts, Protocol):
    """One that computes numbers and answers by them."""

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(m,) or (m, K) the scores of points (m, d)."""


@runtime_checkable
class Crosses(Predicts, Protocol):
    """One that may say at once what it says on a whole lattice."""

    def on_lattice(self, lattice: Lattice) -> Crossings | None:
        """The answers at all its places; None where each has to be asked."""


def outputs(model: Predicts, x: np.ndarray) -> int:
    """How many numbers a model computes for a point x (1, d), as far as it tells."""
    if not isinstance(model, Scores):
        return 1
    shape = np.shape(model.decision_function(x))
    return int(shape[1]) if len(shape) > 1 else 1
