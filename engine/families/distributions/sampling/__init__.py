"""Sampling: draws from a distribution, and how the spread of their mean narrows.   (Box and Muller 1958)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Sampling from a distribution",
    task="concept",
    summary="Draws numbers from a distribution: the histogram approaches it, and the standard error narrows.",
    source="Box and Muller 1958; Devroye 1986, chapter 2",
    synonyms=(
        "random numbers", "Monte Carlo simulation", "inverse CDF", "Box–Muller", "Cholesky sampling",
        "standard error of the mean", "coin toss simulation", "law of large numbers",
    ),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)  # fmt: skip
