"""Kernel density estimate: a bump around every row, and their sum.   (Rosenblatt 1956; Parzen 1962)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD, MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="Kernel density estimate",
    task="concept",
    summary="Puts a kernel around every row; their mean is the density.",
    source="Rosenblatt 1956; Parzen 1962; Silverman 1986",
    synonyms=("KDE", "Parzen density", "density estimation", "Parzen-Rosenblatt", "kernel density estimation"),
    needs=(needs.numeric, *MEASURED),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    metric=True,
)
