"""Parzen window: the rows within a fixed distance of a query vote for its class.   (Rosenblatt 1956; Parzen 1962)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD, MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="Parzen window (fixed radius)",
    task="classification",
    summary="All rows within a fixed radius of a query vote for its class, however many they are.",
    source="Rosenblatt 1956; Parzen 1962",
    synonyms=("radius neighbours", "fixed radius", "radius neighbors", "Parzen windows"),
    needs=(needs.classes(1), needs.labelled, *MEASURED),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    metric=True,
)
