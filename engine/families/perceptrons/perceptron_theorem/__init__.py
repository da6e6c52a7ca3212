"""Perceptron convergence theorem: why a perceptron must stop, watched at work.   (Novikoff 1962)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.line import LINE, blank_line

ALGORITHM = Algorithm(
    __name__,
    name="Perceptron convergence theorem",
    task="classification",
    summary="Follows the two inequalities that bound how many mistakes a perceptron can make.",
    source="Novikoff 1962",
    synonyms=("Novikoff", "mistake bound", "convergence proof"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=(basis_handle(blank_line), LINE),
    decided=BASIS_DECIDED,
    codings=("±1",),
    demonstrates=True,
    metric=True,
)
