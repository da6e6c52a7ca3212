"""Outliers of a class: rows far from the others of their class, ordinary as their values may be.   (Tukey 1977)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Outliers of a class",
    task="concept",
    summary="Measures how far each row is from the others of its class, beside the flags of every column.",
    source="Tukey 1977; Mahalanobis 1936",
    synonyms=("class outliers", "isolated instances", "outlier detection"),
    needs=(*needs.CLASSES, needs.at_most(20_000, "each row is compared with the others of its class")),
    metric=True,
)
