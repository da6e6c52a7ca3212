"""Time against the margin: the narrower the gap of two classes, the longer a perceptron takes.   (Novikoff 1962)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Perceptron mistakes against the margin",
    task="classification",
    summary="Moves two classes closer, halving the gap each time, and counts the perceptron's mistakes at each gap.",
    source="Novikoff 1962",
    synonyms=("mistakes against the margin", "mistake bound by margin", "margin and time"),
    needs=(*needs.TWO_CLASSES, needs.at_most(1000, "each gap is learnt from several times")),
    codings=("±1",),
    demonstrates=True,
    metric=True,
)
