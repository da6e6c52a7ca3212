"""Least absolute deviations: the fit with the least sum of |t − y|, by exchanging the rows it passes through."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.regression import blank

ALGORITHM = Algorithm(
    __name__,
    name="Least absolute deviations",
    task="regression",
    summary="Makes the sum of absolute residuals least; the fit passes through rows, and exchanges one for another.",
    source="Boscovich 1757; Barrodale and Roberts 1973",
    synonyms=("LAD", "L1 regression", "median regression", "quantile regression", "linear programming"),
    needs=needs.NUMBER,
    starts=(LinearPredictor,),
    handles=(basis_handle(blank),),
    decided=BASIS_DECIDED,
)
