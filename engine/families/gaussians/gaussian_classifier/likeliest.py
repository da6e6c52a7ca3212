"""Whether the Gaussians in use are the likeliest of their kind."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import LIKELIHOOD, estimates
from engine.families.gaussians.gaussian_classifier.stepping import Params
from engine.families.gaussians.scoring import likelihood
from engine.maths.algebra.agreement import DIGITS
from engine.maths.algebra.repairs import varying
from engine.models.gaussians import GaussianClasses

SLOPED = 20_000
"""With so many numbers the slopes of ln L are checked."""


def best_likelihood(model: GaussianClasses, data: Dataset, params: Params) -> float | None:
    """ln L of the maximum-likelihood fit of the same kind; None where the parameters ask for another, or it is flat."""
    other = params.repair != "none" or params.divisor != LIKELIHOOD or params.priors != "estimated"
    if other or len(model.classes) != len(data.classes_present):
        return None
    found = estimates(data, LIKELIHOOD)
    spreads = found.covariances(params)
    if any(len(varying(S)[1]) < data.d or not S.any() for S in spreads):
        return None
    fit = GaussianClasses(found.counts / found.counts.sum(), found.means, spreads, np.array(data.classes_present))
    if params.pools and (model.covariances != model.covariances[0]).any():
        return None
    return likelihood(fit.log_joint(data.X), fit.classes, data.codes)


def flat_at(model: GaussianClasses, data: Dataset) -> bool:
    """Whether ln L neither rises nor falls when a mean moves a little along a feature, beside how it bends there."""

    def at(other: GaussianClasses) -> float:
        return likelihood(other.log_joint(data.X), other.classes, data.codes)

    best, deviations = at(model), np.sqrt(np.diagonal(model.covariances, axis1=1, axis2=2))
    lost = DIGITS * data.n * float((np.abs(data.X).max(axis=0) / deviations).max())  # of far columns
    for k, j in np.ndindex(*model.means.shape):
        nudge = 1e-3 * float(deviations[k, j])
        left, right = at(moved(model, k, j, -nudge)), at(moved(model, k, j, nudge))
        bend = abs(left + right - 2 * best)
        if abs(right - left) > 0.01 * bend + 100 * lost + 1e-9 * (abs(best) + data.n):
            return False
    return True


def moved(model: GaussianClasses, k: int, j: int, way: float) -> GaussianClasses:
    """The Gaussians with one mean moved along a feature."""
    means = np.array(model.means)
    means[k, j] += way
    return replace(model, means=means)
