"""Hidden factors that features share, with noise of each feature's own."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.probability.factors import posterior
from engine.models.shapes import Axes, model, shaped


@model
class Factors:
    """x = mean + z · loadings + noise: mean (d,), loadings (k, d), noise (d,) the variance of each feature's own.

    >>> Factors(np.zeros(1), np.ones((1, 1)), np.ones(1)).transform(np.array([[3.0]])).round(9).tolist()
    [[1.5]]
    """

    CALLED = "factors"

    AXES: ClassVar[Axes] = {"mean": ("feature",), "loadings": ("factor", "feature"), "noise": ("feature",)}

    mean: np.ndarray
    loadings: np.ndarray
    noise: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, mean="d", loadings="kd", noise="d")
        if not (self.noise >= 0).all() or not np.isfinite(self.noise).all():
            raise Refusal("The noise of a feature is a variance: a number from 0 on.")

    @property
    def n_features(self) -> int:
        return len(self.mean)

    @property
    def covariance(self) -> np.ndarray:
        """(d, d) C = Λᵀ Λ + Ψ."""
        return np.asarray(self.loadings.T @ self.loadings + np.diag(self.noise))

    def transform(self, X: np.ndarray) -> np.ndarray:
        """(n, k) the posterior mean of the factors of each row."""
        return np.asarray((np.asarray(X, dtype=float) - self.mean) @ posterior(self.loadings, self.noise).weights.T)

    def inverse_transform(self, scores: np.ndarray) -> np.ndarray:
        """(n, d) the rows without their noise: mean + scores · loadings."""
        return np.asarray(np.asarray(scores, dtype=float) @ self.loadings + self.mean)
