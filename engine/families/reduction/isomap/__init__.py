"""Isomap: a map whose distances are the shortest ways along a graph of neighbours.   (Tenenbaum 2000)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Isomap",
    task="reduction",
    summary="Unrolls a curved sheet: joins near rows, measures along the graph, and draws a map of these distances.",
    source="Tenenbaum, de Silva and Langford 2000",
    synonyms=("isometric mapping", "manifold learning", "geodesic distances", "nonlinear dimensionality reduction"),
    needs=(*needs.POINTS, needs.at_most(2000, "the shortest ways between all pairs of rows are compared")),
    metric=True,
)
