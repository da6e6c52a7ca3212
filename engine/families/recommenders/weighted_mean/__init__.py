"""Weighted mean: the ratings of a film, each weighed by how much its critic is like the user."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.recommenders.asking import NEEDS

ALGORITHM = Algorithm(
    __name__,
    name="Similarity-weighted mean (recommender)",
    task="concept",
    summary="Predicts a rating by the mean of the critics' ratings, those of similar critics with more weight.",
    source="Resnick et al. 1994; Segaran 2007, chapter 2",
    synonyms=("weighted average", "user-user collaborative filtering", "neighbourhood recommender"),
    needs=NEEDS,
    aside=True,
)
