"""A linear function of which only a Gaussian over its weights is known, and what it predicts."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import figure
from engine.maths.algebra.affine import with_ones
from engine.models.linear import LinearPredictor, features
from engine.models.shapes import Axes, model


@model
class BayesianLinear(LinearPredictor):
    """y = weights · φ(x) + bias with (bias, weights) ∼ N(m, S), and targets t = y + noise of variance 1/β.

    bias, weights (M,)  their mean m;   covariance (M + 1, M + 1)  S, the bias first
    alpha, beta  the precisions of the prior N(0, I/α) and of the noise
    """

    CALLED = "Bayesian linear regression"

    AXES: ClassVar[Axes] = {"covariance": ("weight", "weight")}

    covariance: np.ndarray = None  # type: ignore[assignment]
    alpha: float = 1.0
    beta: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        M = len(self.weights) + 1
        if self.covariance is None or self.covariance.shape != (M, M):
            raise Refusal(f"The covariance of a bias and {M - 1} weights must have the shape ({M}, {M}).")
        for name, value in (("α", self.alpha), ("β", self.beta)):
            if not 0 < value < np.inf:
                raise Refusal(f"The precision {name} must be a number above 0, and it is {figure(value)}.")

    def weight_variance(self, X: np.ndarray) -> np.ndarray:
        """(n,) φᵀ S φ: how much of the predictive variance comes from not knowing the weights."""
        Phi = with_ones(features(self.basis, X))
        with np.errstate(over="ignore"):
            return np.asarray(np.maximum(((Phi @ self.covariance) * Phi).sum(axis=1), 0.0))

    def predict_std(self, X: np.ndarray) -> np.ndarray:
        """(n,) the standard deviation of the predictive distribution, √(1/β + φᵀ S φ)."""
        return np.sqrt(1.0 / self.beta + self.weight_variance(X))
