"""Similarity from correlation: a weight that is never below 0, so that it can weigh.   (Resnick and others 1994)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Similarity from correlation",
    task="concept",
    summary="Turns the correlations of one row with all others into weights by one of four maps, and averages by them.",
    source="Resnick and others 1994",
    synonyms=("correlation to weight", "correlation of rows", "adding 1 to a correlation"),
    needs=(
        needs.rows(2), needs.features(1), needs.numeric, needs.moderate, needs.not_tiny,
        needs.at_most(20_000, "each row is correlated with one by itself"),
    ),
    aside=True,
)  # fmt: skip
