"""Likelihood of a sample over one parameter: point by point, its maximum, log and not.   (Fisher 1922)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.distributions.likelihood.holding import LOGARITHM, SAMPLE, of_theta, of_theta_below

ALGORITHM = Algorithm(
    __name__,
    name="Likelihood of a sample",
    task="concept",
    summary="Multiplies the probabilities of a sample point by point, as logarithms too, and finds the best parameter.",
    source="Fisher 1922; Bishop 2006, section 2.1",
    synonyms=("maximum likelihood", "log-likelihood", "MLE", "Bernoulli estimate", "score function"),
    drags=(
        ParamHandle("theta", "the parameter", LOGARITHM, of_theta, line="upright"),
        ParamHandle("theta", "the mean", SAMPLE, of_theta_below, line="upright"),
    ),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
