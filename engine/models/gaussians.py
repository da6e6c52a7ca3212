"""A Gaussian for each class: how probable a class is at a point, by its density there and its prior."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.algebra.repairs import varying
from engine.maths.probability.gaussians import log_sum
from engine.models.flat import LinearScores
from engine.models.mixture import ROUNDING, shared_out
from engine.models.shapes import Axes, model, shaped
from engine.models.typed import Place, with_number


@model
class GaussianClasses:
    """Class densities N(x | μₖ, Σₖ) with priors πₖ: a point belongs to the class of the greatest πₖ N(x | μₖ, Σₖ).

    priors (K,), which add up to 1;  means (K, d);  covariances (K, d, d), symmetric;  classes (K,) their codes

    A covariance that is singular stands for its pseudo-inverse: what a point has along the directions without variance
    does not count. A missing cell leaves its feature out: its row and column of μₖ and Σₖ are struck out.

    >>> two = GaussianClasses(np.array([0.5, 0.5]), np.array([[0.0], [4.0]]), np.ones((2, 1, 1)), np.array([0, 1]))
    >>> two.predict(np.array([[1.0], [3.0]])), two.predict_proba(np.array([[2.0]]))
    (array([0, 1]), array([[0.5, 0.5]]))
    """

    CALLED = "Gaussian classifier"

    AXES: ClassVar[Axes] = {
        "priors": ("class",),
        "means": ("class", "feature"),
        "covariances": ("class", "feature", "feature"),
        "classes": ("class",),
    }

    priors: np.ndarray
    means: np.ndarray
    covariances: np.ndarray
    classes: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, priors="K", means="Kd", covariances="Kdd", classes="K")
        for name in ("priors", "means", "covariances"):
            values = getattr(self, name)
            if values.dtype.kind not in "fiu" or not np.isfinite(values).all():
                raise Refusal(f"The {name} of a Gaussian classifier must be finite numbers.")
        if not self.means.size:
            raise Refusal("A Gaussian classifier needs at least one class and one feature.")
        if (self.priors < 0).any() or abs(float(self.priors.sum()) - 1) > ROUNDING:
            raise Refusal("The priors of a Gaussian classifier must be at least 0 and add up to 1.")
        self._check_covariances()

    def _check_covariances(self) -> None:
        spread = np.sqrt(np.abs(np.diagonal(self.covariances, axis1=1, axis2=2)))
        sizes = spread[:, :, None] * spread[:, None, :]
        if (np.abs(self.covariances - self.covariances.transpose(0, 2, 1)) > ROUNDING * sizes).any():
            raise Refusal("The covariances of a Gaussian classifier must be symmetric.")
        for covariance in self.covariances:
            values = np.linalg.eigvalsh(covariance)
            if values[-1] <= 0 or values[0] < -ROUNDING * values[-1]:
                raise Refusal("The covariances of a Gaussian classifier must have variance, and none below 0.")

    @property
    def n_features(self) -> int:
        return int(self.means.shape[1])

    def typed(self, name: str, place: Place, value: float) -> GaussianClasses:
        """The model with one number typed: a covariance stays symmetric, and the other priors share what is left."""
        changed = with_number(getattr(self, name), place, value)
        if name == "covariances":
            changed = with_number(changed, (place[0], place[2], place[1]), value)
        if name == "priors":
            if not 0 <= value <= 1:
                raise Refusal("A prior is a number from 0 to 1.")
            others = np.arange(len(changed)) != place[0]
            was = float(changed[others].sum())
            changed[others] = (1 - value) * (changed[others] / was if was > 0 else 1 / max(others.sum(), 1))
        return replace(self, **{name: changed})

    @cached_property
    def _whitened(self) -> tuple[tuple[np.ndarray, float], ...]:
        """Of each class (d, r) uⱼ / √λⱼ in columns, and ½ (r ln 2π + Σ ln λⱼ)."""
        return tuple(whitening(covariance) for covariance in self.covariances)

    def log_densities(self, X: np.ndarray) -> np.ndarray:
        """(K, n) ln N(x | μₖ, Σₖ)."""
        table = np.atleast_2d(np.asarray(X, dtype=float))
        if np.isnan(table).any():
            return self._of_what_is_there(table)
        found = np.empty((len(self.means), len(table)))
        with np.errstate(over="ignore"):
            for k, (W, height) in enumerate(self._whitened):
                z = (table - self.means[k]) @ W
                found[k] = np.maximum(-0.5 * np.einsum("nj,nj->n", z, z), -1e300) - height
        return found

    def _of_what_is_there(self, table: np.ndarray) -> np.ndarray:
        """The same of rows with gaps: those that lack the same features are answered by one smaller model."""
        lacking, found = np.isnan(table), np.zeros((len(self.means), len(table)))
        for pattern in np.unique(lacking, axis=0):
            rows, seen = np.flatnonzero((lacking == pattern).all(axis=1)), np.flatnonzero(~pattern)
            if len(seen):
                found[:, rows] = self.of_features(seen).log_densities(table[np.ix_(rows, seen)])
        return found

    def of_features(self, seen: np.ndarray) -> GaussianClasses:
        """The model of some of the features alone: of a Gaussian the marginal keeps its rows and columns of μ and Σ."""
        spreads = self.covariances[:, seen[:, None], seen[None]]
        return GaussianClasses(self.priors, self.means[:, seen], spreads, self.classes)

    def log_joint(self, X: np.ndarray) -> np.ndarray:
        """(K, n) ln πₖ + ln N(x | μₖ, Σₖ); −∞ for a class of prior 0."""
        logs = np.full(len(self.priors), -np.inf)
        np.log(self.priors, out=logs, where=self.priors > 0)
        return np.asarray(self.log_densities(X) + logs[:, None])

    def log_density(self, X: np.ndarray) -> np.ndarray:
        """(n,) ln p(x), the evidence."""
        return log_sum(self.log_joint(X))

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the posterior P(Cₖ | x) = πₖ N(x | μₖ, Σₖ) / p(x)."""
        return shared_out(self.log_joint(X)).T

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class with the greatest posterior, the first on a tie."""
        return np.asarray(self.classes[self.log_joint(X).argmax(axis=0)])

    def linear_scores(self) -> LinearScores | None:
        """With one covariance for all, wₖ = Σ⁻¹ μₖ, wₖ₀ = −½ μₖᵀ Σ⁻¹ μₖ + ln πₖ; else None: the borders are curved."""
        return self._flat

    @cached_property
    def _flat(self) -> LinearScores | None:
        if (self.covariances != self.covariances[0]).any() or not self.priors.all():
            return None
        middle, (W, _) = self.means.mean(axis=0), self._whitened[0]
        ways = self.means - middle  # small numbers, however far from 0 the means are
        turned = ways @ W @ W.T
        biases = np.log(self.priors) - turned @ middle - 0.5 * (turned * ways).sum(axis=1)
        return LinearScores(turned, biases, self.classes, chances=True)


def whitening(covariance: np.ndarray) -> tuple[np.ndarray, float]:
    """(d, r) uⱼ / √λⱼ in columns over the eigenvalues above 0, and ½ (r ln 2π + Σ ln λⱼ)."""
    U, values = varying(covariance)
    return U.T / np.sqrt(values), 0.5 * (len(values) * math.log(2 * math.pi) + float(np.log(values).sum()))
