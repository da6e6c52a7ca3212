"""Least squares approximates E[t|x]: a line beside the true posterior probability.   (Bishop 2006, section 4.1.3)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Least squares approximates E[t|x]",
    task="concept",
    summary="Two classes with known densities: the least-squares line beside P(C|x), and why it is not a probability.",
    source="Bishop 2006, sections 1.5.5 and 4.1.3",
    synonyms=("conditional expectation", "regression function", "E[t|x]"),
    needs=needs.POINTS,
    aside=True,
)
