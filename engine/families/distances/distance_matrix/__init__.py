"""Distance matrix: how far every point is from every other, in a table.   (Deza and Deza 2016)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Distance matrix",
    task="concept",
    summary="Fills a table with the distance of every pair of rows, by any distance, and counts what that costs.",
    source="Deza and Deza 2016",
    synonyms=("pairwise distances", "cdist", "dissimilarity matrix", "proximity matrix"),
    needs=(
        needs.rows(1), needs.features(1), needs.complete, needs.addable,
        needs.at_most(4_000, "every row is compared with every other"),
    ),
    metric=True,
)  # fmt: skip
