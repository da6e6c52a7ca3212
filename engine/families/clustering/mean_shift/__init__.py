"""Mean shift: points climb to where the rows are densest, each to the mean of the rows around it.   (Cheng 1995)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Mean shift",
    task="clustering",
    summary="Moves every row uphill on the density: those that end on one peak are one cluster.",
    source="Fukunaga and Hostetler 1975; Cheng 1995; Comaniciu and Meer 2002",
    synonyms=("mode seeking", "density peaks", "bandwidth clustering"),
    needs=needs.POINTS,
    metric=True,
)
