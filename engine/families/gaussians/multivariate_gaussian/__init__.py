"""The multivariate Gaussian: its contours and axes, its density at a place, and what is left of it.   (Bishop 2006)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.gaussians.multivariate_gaussian.holding import (
    CONTOURS,
    of_first,
    of_mean,
    of_place,
    of_rho,
    of_second,
)

ALGORITHM = Algorithm(
    __name__,
    name="Multivariate Gaussian",
    task="concept",
    summary="Works out a Gaussian of several numbers: axes, determinant, density at a place, marginal, conditional.",
    source="Bishop 2006, section 2.3",
    synonyms=(
        "bivariate normal", "joint Gaussian", "covariance ellipse", "contours of a Gaussian", "eigen-axes",
        "conditional Gaussian", "marginal Gaussian",
    ),
    drags=(
        ParamHandle("mean", "the mean", CONTOURS, of_mean, help=lambda data: "The whole Gaussian moves with it."),
        ParamHandle("x", "the place x", CONTOURS, of_place, help=lambda data: "The density is worked out there."),
        ParamHandle("s1", "the first deviation", CONTOURS, of_first, line="upright"),
        ParamHandle("s2", "the second deviation", CONTOURS, of_second, line="level"),
        ParamHandle("rho", "the correlation", CONTOURS, of_rho),
    ),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)  # fmt: skip
