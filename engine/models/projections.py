"""Models that project: principal components, discriminants."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

import numpy as np

from engine.base.snapshot import read_only
from engine.maths.algebra.distances import squared_distances
from engine.models.basis import Basis
from engine.models.flat import LinearScores, nearest
from engine.models.linear import check_basis, features
from engine.models.shapes import Axes, model, shaped


@model
class Components:
    """Principal axes: mean (d,), components (k, d) with orthonormal rows, variances (k,) along them.

    scale (d,) is what each feature is divided by once centred: ones, unless the features were standardised.

    >>> Components(np.zeros(2), np.array([[0.6, 0.8]]), np.ones(1)).transform(np.array([[3.0, 4.0]]))
    array([[5.]])
    """

    CALLED = "principal components"

    AXES: ClassVar[Axes] = {
        "mean": ("feature",),
        "components": ("component", "feature"),
        "variances": ("component",),
        "scale": ("feature",),
    }

    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray
    scale: np.ndarray = field(default_factory=lambda: np.ones(()))

    def __post_init__(self) -> None:
        if self.scale.ndim == 0:
            object.__setattr__(self, "scale", read_only(np.full(self.mean.shape, float(self.scale))))
        shaped(self, mean="d", components="kd", variances="k", scale="d")

    @property
    def n_features(self) -> int:
        return len(self.mean)

    def transform(self, X: np.ndarray) -> np.ndarray:
        """(n, k) the scores: components · (x - mean) / scale."""
        return np.asarray((np.asarray(X, dtype=float) - self.mean) / self.scale @ self.components.T)

    def inverse_transform(self, scores: np.ndarray) -> np.ndarray:
        """(n, d) the reconstruction: mean + scale · (scores · components)."""
        return np.asarray(np.asarray(scores, dtype=float) @ self.components * self.scale + self.mean)


@model
class Discriminants:
    """Fisher's directions for K classes: mean (d,), components (k, d), and separations (k,), the ratio J along each.

    The classes are told apart by the nearest of their projected means: means (K, k), classes (K,) the codes.
    With a basis the mean (M,) and the components (k, M) are among its functions, and x stands for φ(x).
    """

    CALLED = "Fisher directions"

    AXES: ClassVar[Axes] = {
        "mean": ("input",),
        "components": ("direction", "input"),
        "separations": ("direction",),
        "means": ("class", "direction"),
        "classes": ("class",),
    }

    mean: np.ndarray
    components: np.ndarray
    separations: np.ndarray
    means: np.ndarray
    classes: np.ndarray
    basis: Basis | None = None

    def __post_init__(self) -> None:
        shaped(self, mean="d", components="kd", separations="k", means="Kk", classes="K")
        check_basis(self.basis, len(self.mean))

    @property
    def n_features(self) -> int:
        """The number of features that a point has."""
        return len(self.mean) if self.basis is None else self.basis.n_features

    def transform(self, X: np.ndarray) -> np.ndarray:
        """(n, k) the projections: components · (x - mean)."""
        return np.asarray((features(self.basis, X) - self.mean) @ self.components.T)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class of the nearest projected mean, the lowest on a tie."""
        return np.asarray(self.classes[np.argmin(squared_distances(self.transform(X), self.means), axis=1)])

    def linear_scores(self) -> LinearScores | None:
        """What it answers by, as scores of the features; None with a basis."""
        if self.basis is not None:
            return None
        projected = nearest(self.means, self.classes)
        weights = projected.weights @ self.components
        return LinearScores(weights, projected.biases - weights @ self.mean, self.classes)
