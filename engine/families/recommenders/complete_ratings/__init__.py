"""Completing a user's ratings: a prediction for every gap, and the films ranked by it."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.recommenders.asking import NEEDS

ALGORITHM = Algorithm(
    __name__,
    name="Completing and ranking (recommender)",
    task="concept",
    summary="Fills every gap of a user with a prediction, and ranks what is not rated yet.",
    source="Segaran 2007, chapter 2; Adomavicius and Tuzhilin 2005",
    synonyms=("top-n recommendation", "matrix completion", "recommendation list"),
    needs=NEEDS,
    aside=True,
)
