"""Normalised scores: each critic's ratings as standard scores, so that lenient and harsh critics can be compared."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.recommenders.asking import NEEDS

ALGORITHM = Algorithm(
    __name__,
    name="Critic-normalised scores",
    task="concept",
    summary="Takes each critic's mean from his ratings and divides by their deviation: what is left is his profile.",
    source="Herlocker et al. 1999",
    synonyms=("z-scores of critics", "rating normalisation", "mean centring of ratings"),
    needs=NEEDS,
    aside=True,
)
