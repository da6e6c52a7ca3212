"""A density that is a sum of Gaussians."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.probability.gaussians import log_densities, log_sum
from engine.models.flat import LinearScores
from engine.models.shapes import Axes, model, shaped
from engine.models.typed import Place, with_number

ROUNDING = 1e-8
"""By so much the weights may miss their sum, and a covariance its mirror image."""


@model
class Mixture:
    """A Gaussian mixture, p(x) = Σ πₖ N(x | mₖ, Σₖ); the code of a point is the component with the largest share of it.

    weights (K,) the πₖ, which add up to 1;   means (K, d);   covariances (K, d, d), symmetric and positive definite

    >>> two = Mixture(np.array([0.5, 0.5]), np.array([[0.0], [4.0]]), np.ones((2, 1, 1)))
    >>> two.predict(np.array([[1.0], [3.0]])), two.predict_proba(np.array([[2.0]]))
    (array([0, 1]), array([[0.5, 0.5]]))
    """

    CALLED = "Gaussian mixture"

    AXES: ClassVar[Axes] = {
        "weights": ("component",),
        "means": ("component", "feature"),
        "covariances": ("component", "feature", "feature"),
    }

    weights: np.ndarray
    means: np.ndarray
    covariances: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, weights="K", means="Kd", covariances="Kdd")
        self._check_numbers()
        self._check_weights()
        self._check_covariances()

    def _check_numbers(self) -> None:
        for name, values in (("weights", self.weights), ("means", self.means), ("covariances", self.covariances)):
            if values.dtype.kind not in "fiu" or not np.isfinite(values).all():
                raise Refusal(f"The {name} of a Gaussian mixture must be finite numbers.")
        if not self.means.size:
            raise Refusal("A Gaussian mixture needs at least one component and one feature.")

    def _check_weights(self) -> None:
        if (self.weights < 0).any() or abs(float(self.weights.sum()) - 1) > ROUNDING:
            raise Refusal("The weights of a Gaussian mixture must be at least 0 and add up to 1.")

    def _check_covariances(self) -> None:
        spread = np.sqrt(np.abs(np.diagonal(self.covariances, axis1=1, axis2=2)))
        sizes = spread[:, :, None] * spread[:, None, :]
        if (np.abs(self.covariances - self.covariances.transpose(0, 2, 1)) > ROUNDING * sizes).any():
            raise Refusal("The covariances of a Gaussian mixture must be symmetric.")
        try:
            np.linalg.cholesky(self.covariances)
        except np.linalg.LinAlgError as error:
            raise Refusal("The covariances of a Gaussian mixture must be positive definite.") from error

    @property
    def n_features(self) -> int:
        return int(self.means.shape[1])

    def typed(self, name: str, place: Place, value: float) -> Mixture:
        """The mixture with one number typed: a covariance stays symmetric, and the other weights share what is left."""
        changed = with_number(getattr(self, name), place, value)
        if name == "covariances":
            changed = with_number(changed, (place[0], place[2], place[1]), value)
        if name == "weights":
            if not 0 <= value <= 1:
                raise Refusal("A weight of a Gaussian mixture is a number from 0 to 1.")
            others = np.arange(len(changed)) != place[0]
            left, was = 1.0 - value, float(changed[others].sum())
            if not others.any() and value != 1:
                raise Refusal("The only component of a Gaussian mixture has the weight 1.")
            changed[others] *= left / was if was > 0 else 0.0
            changed[others] += 0.0 if was > 0 or not others.any() else left / others.sum()
        return replace(self, **{name: changed})

    def log_joint(self, X: np.ndarray) -> np.ndarray:
        """(K, n) ln πₖ + ln N(x | mₖ, Σₖ); −∞ for a component of weight 0."""
        logs = np.full(len(self.weights), -np.inf)
        np.log(self.weights, out=logs, where=self.weights > 0)
        return np.asarray(log_densities(X, self.means, self.covariances) + logs[:, None])

    def log_density(self, X: np.ndarray) -> np.ndarray:
        """(n,) ln p(x)."""
        return log_sum(self.log_joint(X))

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the share of each component in each point: its responsibility πₖ N(x | mₖ, Σₖ) / p(x)."""
        return shared_out(self.log_joint(X)).T

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the component with the largest share, the lowest on a tie."""
        return np.asarray(self.log_joint(X).argmax(axis=0))

    def linear_scores(self) -> LinearScores | None:
        """With one covariance for all, (Σ⁻¹mₖ) · x − ½ mₖᵀ Σ⁻¹ mₖ + ln πₖ; else None: the borders are curved."""
        return self._flat

    @cached_property
    def _flat(self) -> LinearScores | None:
        if (self.covariances != self.covariances[0]).any() or not self.weights.all():
            return None
        middle = self.means.mean(axis=0)
        ways = self.means - middle  # small numbers, however far from 0 the means are
        turned = np.linalg.solve(self.covariances[0], ways.T).T
        biases = np.log(self.weights) - turned @ middle - 0.5 * (turned * ways).sum(axis=1)
        return LinearScores(turned, biases, np.arange(len(self.weights)))


def shared_out(joint: np.ndarray) -> np.ndarray:
    """(K, n) shares that add up to 1, from their logarithms but for a constant of each column."""
    shares = np.exp(joint - joint.max(axis=0))
    shares /= shares.sum(axis=0)
    return np.asarray(shares)
