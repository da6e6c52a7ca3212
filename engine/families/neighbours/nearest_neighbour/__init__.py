"""Nearest neighbour: the row nearest to a query gives it its class, and rules a cell.   (Fix and Hodges 1951)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD, MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="Nearest neighbour (1-NN)",
    task="classification",
    summary="The one row that is nearest gives its class: every row has a cell of its own (Voronoi).",
    source="Fix and Hodges 1951; Cover and Hart 1967; the cells: Voronoi 1908",
    synonyms=("1NN", "1-nearest neighbour", "Voronoi", "Voronoi cells", "1-nearest neighbor"),
    needs=(needs.classes(1), needs.labelled, *MEASURED),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    metric=True,
)
