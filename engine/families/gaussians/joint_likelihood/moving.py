"""One parameter of Gaussian classes moved off its value, so that they stay Gaussians, and where it is dragged.

mean  μ + s σ            variance  2ˢ σ²            prior  its log-odds + s, the others share the rest
covariance  Σᵢⱼ + t, with t from 0 towards the ends between which Σ has an inverse;   P = Σ⁻¹:
t from −1 / (√(Pᵢᵢ Pⱼⱼ) + Pᵢⱼ) to 1 / (√(Pᵢᵢ Pⱼⱼ) − Pᵢⱼ)            s from −3 to 3
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from engine.base.errors import KeepColumns, Objection, OtherMethod
from engine.core.param_handle import Track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.models.gaussians import GaussianClasses

MEAN, VARIANCE, COVARIANCE, PRIOR = MOVED = ("mean", "variance", "covariance", "prior")
OVER = Surface("chart", "ln L over the parameter", y="ln L")
FARTHEST = 3.0
"""A parameter is moved by s from minus this to this."""
MOST = 200
"""More features are refused."""
NEAR = 0.95
"""So near to the end a covariance is moved."""


def few_features(data: Dataset) -> str:
    """So few that the covariances are factorised at once for every value of the parameter."""
    if data.d <= MOST:
        return ""
    words = f"It takes at most {MOST} features, as it factorises covariances again and again, and there are {data.d:,}."
    return Objection(f"{words[:-1]}: leave some out.", KeepColumns(tuple(range(MOST))), OtherMethod())


def moved(
    model: GaussianClasses, what: str, k: int, features: np.ndarray, groups: np.ndarray, by: float
) -> GaussianClasses:
    """The Gaussians with a parameter of class k moved; of a variance those of its group (K,), in these features."""
    if what == MEAN:
        means = np.array(model.means)
        j = features[0]
        means[k, j] += by * float(np.sqrt(model.covariances[k, j, j]))
        return replace(model, means=means)
    if what == VARIANCE:
        scale = np.ones(model.n_features)
        scale[features] = 2 ** (by / 2)
        spreads = np.array(model.covariances)
        spreads[groups == groups[k]] *= np.outer(scale, scale)
        return replace(model, covariances=spreads)
    if what == COVARIANCE:
        i, j = features[:2]
        spreads = np.array(model.covariances)
        own = groups == groups[k]
        spreads[own, i, j] += added(model.covariances[k], int(i), int(j), by)
        spreads[own, j, i] = spreads[own, i, j]
        return replace(model, covariances=spreads)
    return replace(model, priors=shifted(model.priors, k, by))


def added(S: np.ndarray, i: int, j: int, by: float) -> float:
    """t, what is added to the covariance Σᵢⱼ of S (d, d): it keeps an inverse.

    >>> round(added(np.eye(2), 0, 1, 3.0), 9), round(added(np.eye(2), 0, 1, -1.5), 9)
    (0.95, -0.475)
    """
    deviations = np.sqrt(np.diagonal(S))
    R = S / deviations / deviations[:, None]  # correlations, so that no square overflows
    P = np.linalg.solve(R, np.eye(len(S))[:, [i, j]])[[i, j]]
    middle, size = float(P[0, 1]), float(np.sqrt(P[0, 0] * P[1, 1]))
    share = NEAR * by / FARTHEST / (size - middle if by > 0 else size + middle)
    return float(share * deviations[i] * deviations[j])


def shifted(priors: np.ndarray, k: int, by: float) -> np.ndarray:
    """(K,) the priors with the log-odds of one moved; the others share the rest as before.

    >>> shifted(np.array([0.5, 0.25, 0.25]), 0, float(np.log(3.0))).round(4).tolist()
    [0.75, 0.125, 0.125]
    """
    own, others = float(priors[k]), np.arange(len(priors)) != k
    if not 0 < own < 1:
        return priors
    found = np.array(priors)
    found[k] = own * np.exp(by) / (own * np.exp(by) + 1 - own)
    found[others] *= (1 - found[k]) / (1 - own)
    return found


def value_of(model: GaussianClasses, what: str, k: int, features: np.ndarray) -> float:
    """The parameter: a mean or a variance of the first feature, its covariance with the next, or the prior."""
    j = int(features[0])
    if what == MEAN:
        return float(model.means[k, j])
    if what == COVARIANCE:
        return float(model.covariances[k, j, int(features[1])])
    return float(model.covariances[k, j, j]) if what == VARIANCE else float(model.priors[k])


def across(step: Any, data: Dataset, params: Any) -> Track | None:
    """Over the values of the parameter, once it is moved."""
    if step.part != "moved":
        return None
    by = np.linspace(-FARTHEST, FARTHEST, len(step.places))
    return Track(np.column_stack([step.places, np.zeros(len(by))]), by, np.array([step.value, 0.0]))
