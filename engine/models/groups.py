"""Models that compare a point with representatives."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.maths.algebra.distances import nearest as nearest_of
from engine.maths.algebra.distances import squared_distances
from engine.models.flat import LinearScores, nearest
from engine.models.shapes import Axes, model, shaped


@model
class Centres:
    """Representatives of groups: the code of a point is the index of its nearest centre, the lowest on a tie.

    centres (K, d)
    """

    CALLED = "cluster centres"

    AXES: ClassVar[Axes] = {"centres": ("cluster", "feature")}

    centres: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, centres="Kd")

    @property
    def n_features(self) -> int:
        return int(self.centres.shape[1])

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the index of the nearest centre."""
        return nearest_of(X, self.centres).labels

    def linear_scores(self) -> LinearScores:
        """What it answers by, as scores."""
        return nearest(self.centres, np.arange(len(self.centres)))

    def transform(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the Euclidean distance to each centre."""
        return np.asarray(np.sqrt(squared_distances(X, self.centres)))


@model
class ClassMeans:
    """The nearest-mean classifier: means (K, d), and classes (K,), the codes they stand for."""

    CALLED = "class means"

    AXES: ClassVar[Axes] = {"means": ("class", "feature"), "classes": ("class",)}

    means: np.ndarray
    classes: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, means="Kd", classes="K")

    @property
    def n_features(self) -> int:
        return int(self.means.shape[1])

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class of the nearest mean, the lowest on a tie."""
        return np.asarray(self.classes[nearest_of(X, self.means).labels])

    def linear_scores(self) -> LinearScores:
        """What it answers by, as scores."""
        return nearest(self.means, self.classes)
