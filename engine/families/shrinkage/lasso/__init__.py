"""Lasso: least squares with a penalty on the sizes of the weights, which puts many of them to 0.   (Tibshirani 1996)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.regression import blank

ALGORITHM = Algorithm(
    __name__,
    name="Lasso",
    task="regression",
    summary="Least squares with a penalty λ on the sizes of the weights, one weight at a time; many become 0.",
    source="Tibshirani 1996; coordinate descent: Friedman, Hastie and Tibshirani 2010",
    synonyms=("L1 regularisation", "L1 regularization", "sparse regression", "coordinate descent", "soft threshold"),
    needs=needs.NUMBER,
    starts=(LinearPredictor,),
    handles=(basis_handle(blank),),
    decided=BASIS_DECIDED,
)
