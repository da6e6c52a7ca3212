"""Bagging: the same tree grown many times, each time from other rows drawn at random, and a vote.   (Breiman 1996)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Bagging",
    task="classification",
    summary="Grows many trees, each from rows drawn at random with repetition, and lets them vote.",
    source="Breiman 1996",
    synonyms=("bootstrap aggregating", "bootstrap aggregation", "ensemble of trees"),
    needs=(
        needs.rows(2), needs.features(1), needs.classes(1), needs.labelled, needs.complete,
        needs.moderate,
    ),
)  # fmt: skip
