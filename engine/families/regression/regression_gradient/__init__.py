"""Linear regression by gradient descent: go downhill on the squared error, all rows at a time.   (Cauchy 1847)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.regression.regression_gradient.starting import START
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import BASIS_DECIDED

ALGORITHM = Algorithm(
    __name__,
    name="Linear regression (gradient descent)",
    task="regression",
    summary="Goes downhill on the squared error; shows how far a step may go, and what scaling the features does.",
    source="Cauchy 1847; Bishop 2006, section 3.1",
    synonyms=(
        "gradient descent for linear regression",
        "gradient descent regression",
        "batch gradient descent",
        "learning rate",
        "feature scaling",
    ),
    needs=needs.NUMBER,
    starts=(LinearPredictor,),
    handles=(START,),
    typed=("weights", "bias"),
    decided=BASIS_DECIDED,
)
