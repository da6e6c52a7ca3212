"""Parts that rows are sums of: nothing is subtracted."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.optimisation.nonnegative import scores
from engine.models.shapes import Axes, model, shaped


@model
class Parts:
    """Parts (k, d), none of whose entries is below 0: a row is about the sum of its scores times the parts.

    >>> Parts(np.array([[1.0, 0.0], [1.0, 1.0]])).transform(np.array([[3.0, 2.0]])).round(6)
    array([[1., 2.]])
    """

    CALLED = "parts"

    AXES: ClassVar[Axes] = {"parts": ("part", "feature")}

    parts: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, parts="kd")
        if not (np.isfinite(self.parts).all() and (self.parts >= 0).all()):
            raise Refusal("A part has no entry below 0, and none that is no number.")

    @property
    def n_features(self) -> int:
        return int(self.parts.shape[1])

    def transform(self, X: np.ndarray) -> np.ndarray:
        """(n, k) the scores, none below 0, with which the parts come nearest to each row."""
        return scores(np.asarray(X, dtype=float), self.parts)

    def inverse_transform(self, scores: np.ndarray) -> np.ndarray:
        """(n, d) the sums: scores · parts."""
        return np.asarray(np.asarray(scores, dtype=float) @ self.parts)
