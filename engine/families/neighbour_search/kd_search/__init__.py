"""Search of a k-d tree: look only into the cells where a nearer row can be.   (Friedman, Bentley and Finkel 1977)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD, MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="Search of a k-d tree",
    task="concept",
    summary="Finds the rows nearest to a query, and looks into few of the cells of the tree.",
    source="Bentley 1975; Friedman, Bentley and Finkel 1977",
    synonyms=("nearest-neighbour search", "branch and bound", "backtracking in a k-d tree", "kd-tree search"),
    needs=(needs.numeric, *MEASURED),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    metric=True,
)
