"""Averaged perceptron: every line the perceptron has held votes as long as it lasted.   (Freund, Schapire 1999)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.line import LINE, blank_line

ALGORITHM = Algorithm(
    __name__,
    name="Averaged perceptron",
    task="classification",
    summary="Averages all weight vectors of a perceptron, each counted as often as it was used.",
    source="Freund and Schapire 1999",
    synonyms=("voted perceptron", "weight averaging", "mean of the weights"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=(basis_handle(blank_line), LINE),
    decided=BASIS_DECIDED,
    codings=("±1",),
    metric=True,
)
