"""Subset selection: least squares on some of the columns, chosen one at a time or among all subsets."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.regression import blank

ALGORITHM = Algorithm(
    __name__,
    name="Subset selection",
    task="regression",
    summary="Least squares on some of the columns: one joins or leaves at a time, or all subsets are tried.",
    source="Efroymson 1960; Hastie, Tibshirani and Friedman 2009, section 3.3",
    synonyms=(
        "stepwise regression",
        "forward selection",
        "backward elimination",
        "best subset",
        "feature selection",
        "AIC",
        "BIC",
    ),
    needs=needs.NUMBER,
    starts=(LinearPredictor,),
    handles=(basis_handle(blank),),
    decided=BASIS_DECIDED,
    validates=True,
)
