"""Mean, spread and standard scores: how far a value is from the mean, in standard deviations.   (Galton 1889)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Mean, spread and standard scores",
    task="concept",
    summary="Averages a feature value by value, adds up its squared deviations, then slides and shrinks it to scores.",
    source="Galton 1889; Welford 1962",
    synonyms=("sample variance", "standard deviation", "arithmetic mean", "z-scores of a feature", "Bessel correction"),
    needs=(needs.rows(1), needs.features(1), needs.numeric, needs.moderate, needs.not_tiny),
    aside=True,
)
