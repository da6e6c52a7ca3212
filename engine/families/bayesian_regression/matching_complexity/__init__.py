"""Matching data and model complexity: the evidence of all 512 labellings of nine points.   (Murray, Ghahramani 2005)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Matching data and model complexity",
    task="concept",
    summary="Four models share a probability of 1 out over all 512 data sets: the more one explains, the less each.",
    source="MacKay 1992; Murray and Ghahramani 2005",
    synonyms=("Occam's razor", "evidence of all data sets", "marginal likelihood", "model complexity", "512 data sets"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
