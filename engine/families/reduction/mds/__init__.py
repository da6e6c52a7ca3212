"""Multidimensional scaling: a map whose distances are those of the data, as nearly as it can.   (Kruskal 1964)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Multidimensional scaling",
    task="reduction",
    summary="MDS draws a map from the distances alone, and moves its rows until they are as far apart as in the data.",
    source="Torgerson 1952; Kruskal 1964; de Leeuw 1977",
    synonyms=("MDS", "classical scaling", "stress", "SMACOF", "principal coordinates"),
    needs=(*needs.POINTS, needs.at_most(2000, "the distances of all pairs of rows are compared")),
    metric=True,
)
