"""Maximum margin: the line from which the nearest points lie farthest, found by letting in the worst point."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.line import blank_line

ALGORITHM = Algorithm(
    __name__,
    name="Hard-margin SVM (maximum margin)",
    task="classification",
    summary="Finds the hyperplane with the largest margin, and its support vectors.",
    source="Vapnik and Chervonenkis 1964; Wolfe 1976",
    synonyms=("hard margin", "hard-margin SVM", "linear SVM", "widest street", "maximal margin"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    handles=(basis_handle(blank_line),),
    decided=BASIS_DECIDED,
    codings=("±1",),
    metric=True,
)
