"""Nearest class mean: every class is its mean, and a point belongs to the nearest.   (Duda and Hart 1973)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Nearest centroid (class means)",
    task="classification",
    summary="Replaces every class by its mean and gives a point to the nearest.",
    source="Duda and Hart 1973",
    synonyms=("nearest centroid", "nearest mean", "Rocchio", "minimum distance classifier", "prototype"),
    needs=needs.CLASSES,
    metric=True,
)
