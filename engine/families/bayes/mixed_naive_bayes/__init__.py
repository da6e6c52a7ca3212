"""Mixed naive Bayes: densities of numbers and chances of categories, multiplied."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Naive Bayes (numbers and categories)",
    task="classification",
    summary="Multiplies densities of numbers and chances of categories: each column gets the factor that suits it.",
    source="John and Langley 1995",
    synonyms=("mixed naive Bayes", "naive Bayes for mixed data", "numbers and categories"),
    needs=(
        needs.classes(2),
        needs.labelled,
        needs.rows(1),
        needs.features(1),
        needs.moderate,
        needs.not_tiny,
        needs.no_outlier,
    ),
)
