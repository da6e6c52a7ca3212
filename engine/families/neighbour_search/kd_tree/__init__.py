"""k-d tree: cut the rows in halves again and again, look only where a neighbour can be.   (Bentley 1975)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD, MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="k-d tree",
    task="concept",
    summary="Cuts the plane into cells; a search for the nearest rows looks into few of them.",
    source="Bentley 1975; Friedman, Bentley and Finkel 1977",
    needs=(needs.numeric, *MEASURED),
    starts=(Query,),
    handles=(HELD,),
    decided=BY_HAND,
)
