"""Pearson recommender: critics count by the correlation of their ratings with the user's, whatever their level."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.recommenders.asking import NEEDS

ALGORITHM = Algorithm(
    __name__,
    name="Correlation recommender (Pearson)",
    task="concept",
    summary="Weighs critics by their correlation with the user, and predicts by their scores on the user's own scale.",
    source="Resnick et al. 1994; Herlocker et al. 1999",
    synonyms=("GroupLens", "Pearson collaborative filtering", "correlation of critics"),
    needs=NEEDS,
    aside=True,
)
