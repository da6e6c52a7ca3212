"""A linear function of which only a Gaussian over its weights is known, and what it predicts."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import figure
from engine.maths.algebra.affine import with_ones
from engine.models.basis import Basis
from engine.models.linear import check_basis, features
from engine.models.shapes import Axes, model, shaped


@model
class BayesianLinear:
    """y = weights · φ(x) + bias with (bias, weights) ∼ N(m, S), and targets t = y + noise of variance 1/β.

    weights (M,), bias  their mean m;   covariance (M + 1, M + 1)  S, the bias first
    alpha, beta  the precisions of the prior N(0, I/α) and of the noise;   basis  φ, or None for x itself
    """

    CALLED = "Bayesian linear regression"

    AXES: ClassVar[Axes] = {"weights": ("input",), "covariance": ("weight", "weight")}

    weights: np.ndarray
    bias: float
    covariance: np.ndarray
    alpha: float
    beta: float
    basis: Basis | None = None

    def __post_init__(self) -> None:
        M = shaped(self, weights="M", covariance="LL")["M"]
        check_basis(self.basis, M)
        if len(self.covariance) != M + 1:
            raise Refusal(f"The covariance of a bias and {M} weights must have the shape ({M + 1}, {M + 1}).")
        for name, value in (("α", self.alpha), ("β", self.beta)):
            if not 0 < value < np.inf:
                raise Refusal(f"The precision {name} must be a number above 0, and it is {figure(value)}.")

    @property
    def n_features(self) -> int:
        """The number of features d that a point has."""
        return len(self.weights) if self.basis is None else self.basis.n_features

    @property
    def packed(self) -> np.ndarray:
        """(M + 1,) the mean m, the bias first."""
        return np.append(self.bias, self.weights)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the mean of the predictive distribution, mᵀφ."""
        return np.asarray(features(self.basis, X) @ self.weights + self.bias)

    def weight_variance(self, X: np.ndarray) -> np.ndarray:
        """(n,) φᵀ S φ: how much of the predictive variance comes from not knowing the weights."""
        Phi = with_ones(features(self.basis, X))
        with np.errstate(over="ignore"):
            return np.maximum(((Phi @ self.covariance) * Phi).sum(axis=1), 0.0)

    def predict_std(self, X: np.ndarray) -> np.ndarray:
        """(n,) the standard deviation of the predictive distribution, √(1/β + φᵀ S φ)."""
        return np.sqrt(1.0 / self.beta + self.weight_variance(X))
