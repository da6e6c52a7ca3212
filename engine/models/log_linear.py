"""Models of a number above 0 whose logarithm is linear in the features."""

from __future__ import annotations

import numpy as np

from engine.models.linear import LinearPredictor, features
from engine.models.shapes import model

LARGEST = 700.0
"""Beyond e to this there is no number."""


@model
class PoissonPredictor(LinearPredictor):
    """The mean of a count: μ(x) = exp(weights · x + bias), and as large a variance.

    >>> PoissonPredictor(np.array([np.log(2.0)]), 0.0).predict(np.array([[0.0], [3.0]])).round(12).tolist()
    [1.0, 8.0]
    """

    CALLED = "Poisson regression"

    def logarithms(self, X: np.ndarray) -> np.ndarray:
        """(n,) η = weights · x + bias, the logarithms of the means."""
        return np.asarray(features(self.basis, X) @ self.weights + self.bias)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the means μ."""
        return np.asarray(np.exp(np.minimum(self.logarithms(X), LARGEST)))

    def predict_std(self, X: np.ndarray) -> np.ndarray:
        """(n,) the standard deviation of a count: √μ."""
        return np.asarray(np.exp(0.5 * np.minimum(self.logarithms(X), LARGEST)))
