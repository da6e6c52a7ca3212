"""Ridge regression: least squares with a penalty on the squares of the weights.   (Hoerl and Kennard 1970)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.regression import blank

ALGORITHM = Algorithm(
    __name__,
    name="Ridge regression",
    task="regression",
    summary="Least squares with a penalty λ on the squares of the weights: the larger λ, the shorter they are.",
    source="Hoerl and Kennard 1970; Bishop 2006, section 3.1.4",
    synonyms=(
        "L2 regularisation",
        "L2 regularization",
        "Tikhonov",
        "weight decay",
        "shrinkage",
        "penalised least squares",
    ),
    needs=needs.NUMBER,
    starts=(LinearPredictor,),
    handles=(basis_handle(blank),),
    decided=BASIS_DECIDED,
)
