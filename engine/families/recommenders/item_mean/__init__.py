"""Item mean: the mean of all ratings that a film has, the same prediction for every user."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.recommenders.asking import NEEDS

ALGORITHM = Algorithm(
    __name__,
    name="Item mean (recommender)",
    task="concept",
    summary="Predicts what a user would say of a film by the mean of the ratings that it has from others.",
    source="Segaran 2007, chapter 2; Koren, Bell and Volinsky 2009",
    synonyms=("average rating", "popularity baseline", "mean rating", "column mean"),
    needs=NEEDS,
    aside=True,
)
