"""Nearest critic: find who rates most like the user, and recommend what that critic liked best."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.recommenders.asking import NEEDS

ALGORITHM = Algorithm(
    __name__,
    name="Nearest critic (recommender)",
    task="concept",
    summary="Compares the user with each critic over the films that both have rated, and recommends the favourite of "
    "the nearest.",
    source="Shardanand and Maes 1995; Segaran 2007, chapter 2",
    synonyms=("collaborative filtering", "user-based recommender", "film critics", "recommender system"),
    needs=NEEDS,
    aside=True,
)
