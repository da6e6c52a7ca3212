"""Distribution: mass or density, distribution function, quantile, mean and variance.   (Bishop 2006, appendix B)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.distributions.distribution.holding import (
    MASS,
    SUMMED,
    of_coin,
    of_deviation,
    of_mean,
    of_place,
    of_poisson,
    of_probability,
)

ALGORITHM = Algorithm(
    __name__,
    name="Probability distribution",
    task="concept",
    summary="Works out a mass or density factor by factor, its distribution function, quantile, mean and variance.",
    source="Bishop 2006, appendix B",
    synonyms=(
        "binomial", "normal distribution", "Poisson", "beta distribution", "gamma distribution",
        "Student's t", "exponential distribution", "probability density", "quantile",
    ),
    drags=(
        ParamHandle("p", "the probability", MASS, of_coin),
        ParamHandle("poisson_rate", "the mean", MASS, of_poisson),
        ParamHandle("mean", "the mean", MASS, of_mean, line="upright"),
        ParamHandle("deviation", "the standard deviation", MASS, of_deviation, line="upright"),
        ParamHandle("x", "the place", SUMMED, of_place, line="upright"),
        ParamHandle("q", "the probability", SUMMED, of_probability, line="level"),
    ),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)  # fmt: skip
