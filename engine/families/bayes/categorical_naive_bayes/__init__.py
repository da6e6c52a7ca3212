"""Categorical naive Bayes: tables of chances, multiplied."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Categorical naive Bayes",
    task="classification",
    summary="Counts how often each level of a feature occurs in each class, and multiplies the chances.",
    source="Duda and Hart 1973; Mitchell 1997, section 6.9",
    synonyms=("naive Bayes for categories", "CategoricalNB", "Laplace smoothing", "zero frequency"),
    needs=(needs.classes(2), needs.labelled, needs.rows(1), needs.features(1), needs.categorical),
)
