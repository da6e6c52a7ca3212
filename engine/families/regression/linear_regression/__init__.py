"""Linear regression: the weights with the least sum of squared residuals, by the normal equations.   (Legendre 1805)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.regression.bowl import HANDLE
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.regression import blank

ALGORITHM = Algorithm(
    __name__,
    name="Linear regression (least squares)",
    task="regression",
    summary="Finds the line, plane or curve with the least sum of squared residuals, in one step.",
    source="Legendre 1805; Gauss 1809; Bishop 2006, section 3.1",
    synonyms=(
        "linear regression",
        "OLS",
        "ordinary least squares",
        "least squares",
        "curve fitting",
        "normal equations",
        "pseudo-inverse",
        "line fit",
    ),
    needs=needs.NUMBER,
    starts=(LinearPredictor,),
    handles=(HANDLE, basis_handle(blank)),
    typed=("weights", "bias"),
    decided=BASIS_DECIDED,
    opens=True,
)
