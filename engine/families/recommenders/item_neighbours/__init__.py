"""Item neighbours: a film is predicted by the ratings that the same user gave to films like it."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.recommenders.asking import NEEDS

ALGORITHM = Algorithm(
    __name__,
    name="Item neighbours (recommender)",
    task="concept",
    summary="Predicts a user's rating of a film by the user's own ratings of the films that are rated most like it.",
    source="Sarwar, Karypis, Konstan and Riedl 2001; Linden, Smith and York 2003",
    synonyms=("item-item collaborative filtering", "item-based recommender", "adjusted cosine"),
    needs=NEEDS,
    aside=True,
)
