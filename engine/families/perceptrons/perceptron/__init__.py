"""Perceptron: turn the line whenever a point falls on its wrong side.   (Rosenblatt 1958)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.line import LINE, blank_line

ALGORITHM = Algorithm(
    __name__,
    name="Perceptron",
    task="classification",
    summary="Corrects a line at each misclassified point, until no point is misclassified.",
    source="Rosenblatt 1958",
    synonyms=("Rosenblatt", "linear threshold unit", "mistake-driven learning"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=(basis_handle(blank_line), LINE),
    decided=BASIS_DECIDED,
    codings=("±1",),
    metric=True,
)
