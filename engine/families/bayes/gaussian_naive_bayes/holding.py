"""Gaussians taken hold of: their means are dragged, and their ellipses pulled along the axes."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from engine.families.bayes.bells import Bells, bell
from engine.models.naive_bayes import GaussianFactor, NaiveBayes

SCALE = 2.0
"""The ends that are pulled lie on the ellipse at two standard deviations."""
LEAST = 1e-12
"""Beside the range of its feature, a standard deviation is at least this."""
AXES = 4
"""The ellipses have ends to be pulled along so many features, the first."""


def means_of(model: NaiveBayes) -> np.ndarray:
    """(K, d) the means."""
    return np.column_stack([factor.means for factor in bells_of(model)])


def variances_of(model: NaiveBayes) -> np.ndarray:
    """(K, d) the variances."""
    return np.column_stack([factor.variances for factor in bells_of(model)])


def bells_of(model: NaiveBayes) -> list[GaussianFactor]:
    """Its factors that are Gaussians."""
    return [factor for factor in model.factors if isinstance(factor, GaussianFactor)]


def with_means(positions: np.ndarray, data: Dataset, params: Bells, base: NaiveBayes | None = None) -> NaiveBayes:
    """The first classes have these means (m, d); all else is as the base has it, or as it is estimated."""
    base = estimated(data, params) if base is None else base
    means = means_of(base)
    m = min(len(positions), len(means))
    means[:m] = positions[:m]
    return remade(base, means, variances_of(base))


def ends(model: NaiveBayes) -> np.ndarray:
    """(m K, d) where the ellipses end along the first axis, class by class, then along the next."""
    means, axes = means_of(model), np.eye(model.n_features)[:AXES]
    widths = SCALE * np.sqrt(variances_of(model).T)
    return np.vstack([means + width[:, None] * axis for width, axis in zip(widths, axes, strict=False)])


def pulled(positions: np.ndarray, data: Dataset, params: Bells, base: NaiveBayes | None = None) -> NaiveBayes:
    """The ellipses end at these places, in the order of `ends`: how far along its axis one is counts alone."""
    base = estimated(data, params) if base is None else base
    means, variances = means_of(base), variances_of(base)
    K, before = len(means), ends(base)
    least = LEAST * (float(np.ptp(data.X[np.isfinite(data.X)])) or 1.0)
    for place, position in enumerate(positions[: len(before)]):
        j, k = divmod(place, K)
        if abs(position[j] - before[place, j]) > LEAST * abs(before[place, j]):
            variances[slice(None) if params.shared else k, j] = (
                max(abs(position[j] - means[k, j]), least) / SCALE
            ) ** 2
    return remade(base, means, variances)


def remade(base: NaiveBayes, means: np.ndarray, variances: np.ndarray) -> NaiveBayes:
    """The same priors and classes with other Gaussians."""
    factors = tuple(GaussianFactor(mean, spread) for mean, spread in zip(means.T, variances.T, strict=True))
    return NaiveBayes(base.priors, factors, base.classes)


def estimated(data: Dataset, params: Bells) -> NaiveBayes:
    """The Gaussians of the rows, with equal priors."""
    K = len(data.classes_present)
    factors = tuple(bell(data, j, params) for j in range(data.d))
    return NaiveBayes(np.full(K, 1 / K), factors, np.array(data.classes_present))
