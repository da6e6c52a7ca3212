"""Gradient check: a gradient by its formula beside central differences of the function.   (Nocedal and Wright 2006)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import Hyperplane

ALGORITHM = Algorithm(
    __name__,
    name="Gradient check",
    task="classification",
    summary="Nudges one weight after the other and compares the slope with the formula; misprints and kinks show.",
    source="Nocedal and Wright 2006, section 8.1",
    synonyms=("finite differences", "central differences", "numerical gradient", "numerical derivative", "kink"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    codings=("0/1",),
    aside=True,
    metric=True,
)
