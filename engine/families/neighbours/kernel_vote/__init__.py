"""Kernel vote: every row votes with a weight that falls with its distance.   (Rosenblatt 1956; Parzen 1962)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD, MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="Kernel classifier",
    task="classification",
    summary="Every row votes with a weight that falls with its distance.",
    source="Rosenblatt 1956; Parzen 1962; Nadaraya 1964",
    synonyms=("kernel vote", "Parzen classifier", "weighted neighbours", "Nadaraya-Watson classifier"),
    needs=(needs.classes(1), needs.labelled, *MEASURED),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    metric=True,
)
