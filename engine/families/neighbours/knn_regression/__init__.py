"""k nearest neighbours for a number: the mean of the targets of the rows nearest to a query."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD, MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="k nearest neighbours (regression)",
    task="regression",
    summary="Keeps all rows; the targets of the k nearest to a query are averaged.",
    source="Cover 1968; Shepard 1968 for weights 1/d",
    synonyms=(
        "kNN",
        "nearest neighbour",
        "nearest neighbours",
        "nearest neighbor",
        "kNN regression",
        "nearest neighbour regression",
        "nearest neighbor regression",
        "local averaging",
    ),
    needs=(needs.number, *MEASURED),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    metric=True,
)
