"""A Gaussian over weights, and what it predicts."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.stretches import by_stretches
from engine.maths.probability.probit import moderated
from engine.maths.probability.quadrature import sigmoid_mean
from engine.maths.probability.sigmoid import sigmoid
from engine.models.flat import LinearScores
from engine.models.linear import Logistic, features
from engine.models.shapes import Axes, model

RULES = ("plug-in", "probit", "quadrature", "samples")


@model
class BayesianLogistic(Logistic):
    """Logistic regression with a Gaussian posterior N(w | w_MAP, S) over (bias, weights).

    bias, weights  the most probable ones, w_MAP;   covariance (M + 1, M + 1)  S, the bias first
    samples (s, M + 1)  draws from the posterior, the bias first; (0, M + 1) when there are none
    rule  how a prediction averages over the weights: "plug-in" σ(m), "probit" σ(κ m) with κ = 1/√(1 + π s²/8),
          "quadrature" ∫σ(a) N(a|m, s²) da, "samples" the mean of σ over the samples (without any: "probit")
    """

    CALLED = "Bayesian logistic regression"

    AXES: ClassVar[Axes] = {"covariance": ("weight", "weight"), "samples": ("sample", "weight")}

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
            raise Refusal(f"The rule of prediction must be one of {', '.join(RULES)}, and this is another.")

    def activation_moments(self, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n,) the mean m and (n,) the variance s² = φᵀ S φ of the activation at each row."""
        table = features(self.basis, X)
        Phi = with_ones(table)
        variance = ((Phi @ self.covariance) * Phi).sum(axis=1)
        return np.asarray(table @ self.weights + self.bias), np.maximum(variance, 0.0)

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, 2) the probabilities of classes[0] and classes[1], by `rule`."""
        one = self.probability(X, self.rule)
        return np.column_stack([1.0 - one, one])

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes. All rules but "samples" are at ½ where the activation of the bias and weights is 0."""
        if self.rule == "samples" and len(self.samples):
            return np.where(self.probability(X, self.rule) >= 0.5, self.classes[1], self.classes[0])
        return super().predict(X)

    def linear_scores(self) -> LinearScores | None:
        """None for the mean over samples, whose boundary is curved; by the plug-in rule alone P is σ of the score."""
        scores = None if self.rule == "samples" and len(self.samples) else super().linear_scores()
        return None if scores is None else replace(scores, chances=self.rule == "plug-in")

    def probability(self, X: np.ndarray, rule: str) -> np.ndarray:
        """(n,) the probability of classes[1] by one of RULES."""
        if rule == "samples" and len(self.samples):
            return by_stretches(self._sampled, len(self.samples), np.asarray(X, dtype=float))
        mean, variance = self.activation_moments(X)
        if rule == "plug-in":
            return sigmoid(mean)
        return sigmoid_mean(mean, variance) if rule == "quadrature" else moderated(mean, variance)

    def _sampled(self, X: np.ndarray) -> np.ndarray:
        return np.asarray(sigmoid(features(self.basis, X) @ self.samples[:, 1:].T + self.samples[:, 0]).mean(axis=1))

    def fewer_samples(self, most: int) -> BayesianLogistic:
        """The same with at most so many of its samples, evenly spaced: quicker to ask, and nearly as good."""
        if len(self.samples) <= most:
            return self
        chosen = np.arange(most) * (len(self.samples) - 1) // max(most - 1, 1)
        return replace(self, samples=self.samples[chosen])
