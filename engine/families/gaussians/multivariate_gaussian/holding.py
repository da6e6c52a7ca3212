"""What is dragged on the contours of a Gaussian of two numbers: mean and place, both deviations, the correlation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engine.core.param_handle import Spot, Track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.gaussians.multivariate_gaussian.sigma import BY_DEVIATIONS, FULL, NONE, SPHERICAL

CONTOURS = Surface("chart", "Contours at 1, 2 and 3 deviations", "x₁", "x₂", square=True)
MOST = 0.999
"""A correlation is dragged so far."""


def of_mean(step: Any, data: Dataset, params: Any) -> Spot | None:
    """The mean, anywhere; a place that is not typed goes with it."""
    return _spot(step.mean, "μ", step.sigma)


def of_place(step: Any, data: Dataset, params: Any) -> Spot | None:
    """The place x where the density is worked out, anywhere."""
    return _spot(step.x, "x", step.sigma)


def _spot(there: np.ndarray, symbol: str, Sigma: np.ndarray) -> Spot | None:
    """What is dragged to where it is drawn, to a thousandth of a deviation: so many digits can be read."""
    if len(there) != 2:
        return None
    deviation = float(np.sqrt(np.diagonal(Sigma).max()))
    decimals = 3 - math.floor(math.log10(deviation)) if 0 < deviation < math.inf else 3
    return Spot(there, lambda place: np.round(place, decimals), (f"{symbol}₁", f"{symbol}₂"))


def of_first(step: Any, data: Dataset, params: Any) -> Track | None:
    """A line one deviation to the right of the mean."""
    if not _held(params):
        return None
    m, reach = step.mean, 4 * params.s1
    places = m + np.array([[1e-3 * reach, 0.0], [reach, 0.0]])
    return Track(places, places[:, 0] - m[0], m + np.array([params.s1, 0.0]))


def of_second(step: Any, data: Dataset, params: Any) -> Track | None:
    """A line one deviation above the mean."""
    if not _held(params):
        return None
    m, reach = step.mean, 4 * params.s2
    places = m + np.array([[0.0, 1e-3 * reach], [0.0, reach]])
    return Track(places, places[:, 1] - m[1], m + np.array([0.0, params.s2]))


def of_rho(step: Any, data: Dataset, params: Any) -> Track | None:
    """Up and down one deviation right of the mean: given such an x₁, the mean of x₂ is ρ deviations above its own."""
    if not _held(params) or params.shape != FULL:
        return None
    m, s1, s2 = step.mean, params.s1, params.s2
    ends = np.array([-MOST, MOST])
    places = m + np.column_stack([np.full(2, s1), ends * s2])
    return Track(places, ends, m + np.array([s1, params.rho * s2]))


def _held(params: Any) -> bool:
    return bool(params.given == BY_DEVIATIONS and params.shape != SPHERICAL and params.repair == NONE)
