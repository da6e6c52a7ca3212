"""Bayesian logistic regression: not one line but all of them, each as probable as the data make it."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.logistic import two_classes
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED

ALGORITHM = Algorithm(
    __name__,
    name="Bayesian logistic regression",
    task="classification",
    summary="Averages over the posterior of the weights: predictions are less certain where plausible lines disagree.",
    source="MacKay 1992; Bishop 2006, section 4.5",
    synonyms=("Laplace approximation", "posterior of the weights", "MCMC", "Metropolis", "predictive distribution"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=two_classes.HANDLES,
    decided=BASIS_DECIDED,
    codings=("0/1",),
)
