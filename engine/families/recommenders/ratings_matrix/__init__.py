"""Ratings matrix: a table with gaps, its rows as people and its columns as films."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.recommenders.asking import NEEDS

ALGORITHM = Algorithm(
    __name__,
    name="Ratings matrix",
    task="concept",
    summary="Shows who has rated what: each row is a person, each column a film, and a gap is not a 0.",
    source="Segaran 2007, chapter 2",
    synonyms=("user-item matrix", "utility matrix", "sparse ratings", "density of ratings"),
    needs=NEEDS,
    aside=True,
)
