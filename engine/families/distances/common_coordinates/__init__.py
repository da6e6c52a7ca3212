"""Distance over common coordinates: only what both points have can be compared.   (Dixon 1979)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Distance over common coordinates",
    task="concept",
    summary="Measures two rows with missing cells over the coordinates that both have, and counts how many those are.",
    source="Dixon 1979",
    synonyms=("missing values in a distance", "nan-Euclidean distance", "co-rated items", "partial distance"),
    needs=(needs.rows(2), needs.features(1), needs.numeric, needs.moderate, needs.not_tiny),
    aside=True,
)
