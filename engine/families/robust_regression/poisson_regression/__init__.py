"""Poisson regression: the logarithm of the mean of a count is linear, by reweighted least squares.   (Nelder 1972)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.robust_regression.poisson_regression.starting import blank
from engine.models.linear import LinearPredictor
from engine.models.log_linear import PoissonPredictor
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle

ALGORITHM = Algorithm(
    __name__,
    name="Poisson regression",
    task="regression",
    summary="Predicts counts: the logarithm of their mean is linear, found by least squares with changing weights.",
    source="Nelder and Wedderburn 1972",
    synonyms=("GLM", "generalised linear model", "generalized linear model", "count regression", "log-linear model"),
    needs=(needs.counts, *needs.POINTS),
    starts=(LinearPredictor, PoissonPredictor),
    handles=(basis_handle(blank),),
    decided=BASIS_DECIDED,
)
