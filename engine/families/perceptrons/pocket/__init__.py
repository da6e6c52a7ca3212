"""Pocket algorithm: the perceptron walks on, and the best line it has met stays in the pocket.   (Gallant 1990)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.line import LINE, blank_line

ALGORITHM = Algorithm(
    __name__,
    name="Pocket algorithm",
    task="classification",
    summary="A perceptron that keeps the best line found so far, for classes that no line separates.",
    source="Gallant 1990",
    synonyms=("non-separable classes", "Gallant", "best line so far"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=(basis_handle(blank_line), LINE),
    decided=BASIS_DECIDED,
    codings=("±1",),
    metric=True,
)
