"""K-medoids: rows stand for others, and one is swapped for another while it helps.   (Kaufman and Rousseeuw 1987)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="K-medoids",
    task="clustering",
    summary="Finds K rows that stand for the others: build chooses them one by one, swap exchanges one for another.",
    source="Kaufman and Rousseeuw 1987 (PAM); Schubert and Rousseeuw 2019",
    synonyms=("PAM", "partitioning around medoids", "medoids"),
    needs=(*needs.POINTS, needs.at_most(2000, "every row is compared with every other")),
    metric=True,
)
