"""The covariance taken hold of: the ellipse of one Gaussian is pulled and turned by the ends of its axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.data.dataset import Dataset
from engine.families.gaussians import holding
from engine.maths.algebra.covariance import column_means
from engine.models.gaussian_density import GaussianDensity
from engine.models.gaussians import GaussianClasses


def ends(model: GaussianDensity) -> np.ndarray:
    """(m, d) where the longest and the shortest axis of the ellipse end, on either side."""
    return holding.ends(_as_class(model))


def pulled(positions: np.ndarray, data: Dataset, params: Any, base: GaussianDensity | None = None) -> GaussianDensity:
    """The Gaussian whose axes end at these places, in the order of `ends`."""
    before = base or between(positions, data)
    found = holding.pulled(positions[: len(ends(before))], data, Alone(), _as_class(before))
    return GaussianDensity(found.means[0], found.covariances[0])


def between(positions: np.ndarray, data: Dataset) -> GaussianDensity:
    """A round Gaussian about the mean of the rows, between the longest axis placed and the shortest."""
    mean = column_means(data.X)
    lengths = np.linalg.norm(positions[:2] - mean, axis=1) / holding.SCALE
    size = float(np.prod(lengths) ** (2 / len(lengths)))
    if len(lengths) == 1:  # the one axis is to be the longest
        size *= 0.5
    return GaussianDensity(mean, (size or 1.0) * np.eye(data.d))


def _as_class(model: GaussianDensity) -> GaussianClasses:
    return GaussianClasses(np.ones(1), model.mean[None], model.covariance[None], np.zeros(1, dtype=int))


class Alone:
    """The parameters of a single Gaussian, which shares its covariance with no other."""

    divisor = "N"

    def grouped(self, K: int) -> np.ndarray:
        """(K,) the group of each: every one by itself."""
        return np.arange(K)
