"""Independent sources that rows are mixtures of."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.models.shapes import Axes, model, shaped


@model
class Unmixing:
    """Sources s = components · (x − mean), and back x = mean + s · mixing: components and mixing (k, d), mean (d,).

    >>> Unmixing(np.ones(1), np.array([[0.5]]), np.array([[2.0]])).transform(np.array([[5.0]])).tolist()
    [[2.0]]
    """

    CALLED = "independent components"

    AXES: ClassVar[Axes] = {
        "mean": ("feature",),
        "components": ("source", "feature"),
        "mixing": ("source", "feature"),
    }

    mean: np.ndarray
    components: np.ndarray
    mixing: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, mean="d", components="kd", mixing="kd")

    @property
    def n_features(self) -> int:
        return len(self.mean)

    def transform(self, X: np.ndarray) -> np.ndarray:
        """(n, k) the sources of each row."""
        return np.asarray((np.asarray(X, dtype=float) - self.mean) @ self.components.T)

    def inverse_transform(self, sources: np.ndarray) -> np.ndarray:
        """(n, d) the mixtures: mean + sources · mixing."""
        return np.asarray(np.asarray(sources, dtype=float) @ self.mixing + self.mean)
