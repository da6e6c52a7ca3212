"""k nearest neighbours: the rows nearest to a query vote for its class.   (Fix and Hodges 1951; Cover and Hart 1967)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD, MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="k nearest neighbours",
    task="classification",
    summary="Keeps all rows; the k nearest to a query vote for its class.",
    source="Fix and Hodges 1951; Cover and Hart 1967",
    synonyms=(
        "kNN",
        "nearest neighbour",
        "nearest neighbor",
        "nearest neighbours",
        "nearest neighbors",
        "k-nearest neighbors",
        "k nearest neighbour",
        "instance-based learning",
    ),
    needs=(needs.classes(1), needs.labelled, *MEASURED),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    metric=True,
)
