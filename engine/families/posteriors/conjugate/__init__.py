"""Conjugate priors: the posterior is of the kind of the prior, with other numbers.   (Bishop 2006, chapter 2)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.posteriors.conjugate.holding import BELIEF, upper_end

ALGORITHM = Algorithm(
    __name__,
    name="Conjugate priors",
    task="concept",
    summary="Learns a coin, a die with three sides or a Gaussian, one observation at a time: prior × likelihood.",
    source="Bishop 2006, sections 2.1 to 2.3; Raiffa and Schlaifer 1961",
    synonyms=("beta-Bernoulli", "Dirichlet-multinomial", "normal-gamma", "Bayesian updating", "credible interval"),
    drags=(ParamHandle("level", "the credible interval", BELIEF, upper_end, line="upright"),),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
