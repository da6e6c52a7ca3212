"""Bernoulli naive Bayes: what is present and what is absent, multiplied."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Bernoulli naive Bayes",
    task="classification",
    summary="Multiplies, over all features, the chance that one is present, or that it is absent.",
    source="McCallum and Nigam 1998",
    synonyms=("BernoulliNB", "binary naive Bayes", "multivariate Bernoulli", "presence and absence"),
    needs=(
        needs.classes(2),
        needs.labelled,
        needs.rows(1),
        needs.features(1),
        needs.numeric,
        needs.addable,
    ),
)
