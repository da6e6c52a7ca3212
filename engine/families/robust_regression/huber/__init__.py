"""Huber regression: squares for near rows, absolute errors for far ones, by reweighted least squares.   (Huber 1964)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.regression import blank

ALGORITHM = Algorithm(
    __name__,
    name="Huber regression",
    task="regression",
    summary="Squares the residuals of near rows and only their size of far ones, so that outliers hardly pull the fit.",
    source="Huber 1964; Huber 1981, section 7.7",
    synonyms=(
        "robust regression",
        "outliers",
        "M-estimator",
        "iteratively reweighted least squares",
        "IRLS",
        "leverage",
        "outlier sensitivity of least squares",
    ),
    needs=needs.NUMBER,
    starts=(LinearPredictor,),
    handles=(basis_handle(blank),),
    decided=BASIS_DECIDED,
)
