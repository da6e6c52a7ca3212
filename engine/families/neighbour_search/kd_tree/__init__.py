"""k-d tree: cut the rows in halves again and again, along one dimension after the other.   (Bentley 1975)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.parts.querying import MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="k-d tree",
    task="concept",
    summary="Splits the plane into cells of a few rows each, so that neighbours are found quickly.",
    source="Bentley 1975",
    synonyms=("kd-tree", "kd tree", "k-dimensional tree", "space partitioning", "BSP"),
    needs=(needs.numeric, *MEASURED),
    metric=True,
)
