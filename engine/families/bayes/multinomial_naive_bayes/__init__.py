"""Multinomial naive Bayes: counts, each raising the chance of its word to a power."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Multinomial naive Bayes",
    task="classification",
    summary="Takes counts, such as those of words: each raises the chance of its feature to a power.",
    source="McCallum and Nigam 1998",
    synonyms=("MultinomialNB", "naive Bayes for counts", "word counts", "unigram model"),
    needs=(
        needs.classes(2),
        needs.labelled,
        needs.rows(1),
        needs.features(1),
        needs.numeric,
        needs.moderate,
        needs.not_negative,
    ),
)
