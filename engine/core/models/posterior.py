"""A Gaussian over weights, and what it predicts."""

from __future__ import annotations

import numpy as np

from engine.core.errors import Refusal
from engine.core.models.linear import Logistic, features
from engine.core.models.shapes import shaped
from engine.core.snapshot import snapshot
from engine.maths.sigmoid import sigmoid

RULES = ("plug-in", "probit", "quadrature", "samples")
NODES = 32


@snapshot
class BayesianLogistic(Logistic):
    """Logistic regression with a Gaussian posterior N(w | w_MAP, S) over (bias, weights).

    bias, weights  the most probable ones, w_MAP;   covariance (M + 1, M + 1)  S, the bias first
    samples (s, M + 1)  draws from the posterior, the bias first; (0, M + 1) when there are none
    rule  how a prediction averages over the weights: "plug-in" σ(m), "probit" σ(κ m), "quadrature" ∫σ(a) N(a|m, s²) da
          by Gauss and Hermite, "samples" the mean of σ over the samples
    """

    covariance: np.ndarray = None  # type: ignore[assignment]
    samples: np.ndarray = None  # type: ignore[assignment]
    rule: str = "probit"

    def __post_init__(self) -> None:
        super().__post_init__()
        M = len(self.weights) + 1
        if self.covariance is None or self.covariance.shape != (M, M):
            raise Refusal(f"The covariance of {M} weights must have the shape ({M}, {M}).")
        if self.samples is None or self.samples.ndim != 2 or self.samples.shape[1] != M:
            raise Refusal(f"Samples of {M} weights must have the shape (number of samples, {M}).")
        if self.rule not in RULES:
            raise Refusal(f"The rule of prediction is {self.rule!r}; it must be one of {', '.join(RULES)}.")
        shaped(self, covariance="MM")

    def activation_moments(self, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n,) the mean m and (n,) the variance s² = φᵀ S φ of the activation at each row."""
        table = features(self.basis, X)
        augmented = np.column_stack([np.ones(len(table)), table])
        variance = np.einsum("ni,ij,nj->n", augmented, self.covariance, augmented)
        return self.decision_function(X), np.maximum(variance, 0.0)

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, 2) the probabilities of classes[0] and classes[1], by `rule`."""
        one = self.probability(X, self.rule)
        return np.column_stack([1.0 - one, one])

    def probability(self, X: np.ndarray, rule: str) -> np.ndarray:
        """(n,) the probability of classes[1] by one of RULES."""
        if rule == "samples" and len(self.samples):
            table = features(self.basis, X)
            return np.asarray(sigmoid(table @ self.samples[:, 1:].T + self.samples[:, 0]).mean(axis=1))
        mean, variance = self.activation_moments(X)
        if rule == "plug-in":
            return sigmoid(mean)
        if rule == "quadrature":
            nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
            return np.asarray(sigmoid(mean[:, None] + np.sqrt(variance)[:, None] * nodes) @ (weights / weights.sum()))
        return sigmoid(mean / np.sqrt(1.0 + np.pi * variance / 8.0))
