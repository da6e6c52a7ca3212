"""A Gaussian density: how probable a place is, by its mean and its covariance."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.algebra.metrics import whitening
from engine.models.shapes import Axes, model, shaped
from engine.models.typed import Place, with_number


@model
class GaussianDensity:
    """N(x | μ, Σ).   mean (d,);  covariance (d, d), symmetric, with variance in every direction

    >>> bell = GaussianDensity(np.array([1.0, 2.0]), np.array([[4.0, 2.0], [2.0, 3.0]]))
    >>> bell.log_density(np.array([[3.0, 1.0]])).round(6).tolist()
    [-4.377598]
    """

    CALLED = "Gaussian density"

    AXES: ClassVar[Axes] = {"mean": ("feature",), "covariance": ("feature", "feature")}

    mean: np.ndarray
    covariance: np.ndarray

    def __post_init__(self) -> None:
        d = shaped(self, mean="d", covariance="dd")["d"]
        if not d or not (np.isfinite(self.mean).all() and np.isfinite(self.covariance).all()):
            raise Refusal("A Gaussian density needs at least one feature, and finite numbers.")
        if np.diagonal(self.covariance).min() < 0:
            raise Refusal("A variance of a Gaussian density must be above 0.")
        _ = self._whitening

    @property
    def n_features(self) -> int:
        return len(self.mean)

    @cached_property
    def _whitening(self) -> np.ndarray:
        """(d, d) L⁻¹ of Σ = L Lᵀ."""
        return whitening(self.covariance)

    def typed(self, name: str, place: Place, value: float) -> GaussianDensity:
        """The model with one number typed: the covariance stays symmetric."""
        changed = with_number(getattr(self, name), place, value)
        if name == "covariance":
            changed = with_number(changed, (place[1], place[0]), value)
        return replace(self, **{name: changed})

    @cached_property
    def log_determinant(self) -> float:
        """ln |Σ|."""
        return -2.0 * float(np.log(np.diagonal(self._whitening)).sum())

    def trace_of(self, S: np.ndarray) -> float:
        """tr(Σ⁻¹ S) of another covariance S (d, d): Σᵢⱼ (L⁻¹ S)ᵢⱼ (L⁻¹)ᵢⱼ."""
        return float(((self._whitening @ S) * self._whitening).sum())

    def trace_size(self, S: np.ndarray) -> float:
        """How large the terms are that the trace is added up from, for comparisons: rounding takes a share of them."""
        sizes = np.abs(self._whitening)
        return float(((sizes @ np.abs(S)) * sizes).sum())

    def whitened(self, X: np.ndarray) -> np.ndarray:
        """(n, d) z with L z = x − μ; ‖z‖ is the Mahalanobis distance."""
        return np.asarray((np.atleast_2d(X) - self.mean) @ self._whitening.T)

    def log_density(self, X: np.ndarray) -> np.ndarray:
        """(n,) ln N(x | μ, Σ)."""
        z = self.whitened(X)
        with np.errstate(over="ignore"):
            squares = np.minimum(np.einsum("nj,nj->n", z, z), 1e300)
        return np.asarray(-0.5 * (squares + self.log_determinant + self.n_features * math.log(2 * math.pi)))
