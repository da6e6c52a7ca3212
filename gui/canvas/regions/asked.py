"""What is asked of a model in order to draw its areas."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np


class Predicts(Protocol):
    """A model that answers with a class."""

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(m,) class codes of points (m, d)."""


@runtime_checkable
class Weighs(Predicts, Protocol):
    """One that says how likely each class is."""

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(m, K) the probability of each class at points (m, d)."""
