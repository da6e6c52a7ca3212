"""Divisive clustering: all rows are one group, and the widest is split in two.   (Steinbach, Karypis, Kumar 2000)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Divisive clustering (bisecting)",
    task="clustering",
    summary="Splits the group with the largest error in two by K-means, again and again: a tree from the top down.",
    source="Steinbach, Karypis and Kumar 2000",
    synonyms=("bisecting k-means", "top-down clustering", "hierarchical divisive"),
    needs=needs.POINTS,
    metric=True,
)
