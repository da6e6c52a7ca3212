"""Conditional independence: whether two variables are independent, on the whole and given a third.   (Dawid 1979)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Marginal and conditional independence",
    task="concept",
    summary="Compares each cell of a table of three variables with its product, on the whole and for each value of y.",
    source="Dawid 1979; Bishop 2006, section 8.2",
    synonyms=("conditional independence", "explaining away", "confounder", "common cause", "Simpson", "Berkson"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
