"""Online nearest neighbours: examples come and go one by one, and a meter counts what learning and asking cost."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD

ALGORITHM = Algorithm(
    __name__,
    name="Online nearest neighbours",
    task="classification",
    summary="Stores one example a step, forgets them again, and counts what learning and asking cost.",
    source="Aha, Kibler and Albert 1991; Welford 1962",
    synonyms=("lazy learning", "incremental learning", "streaming neighbours"),
    needs=(needs.classes(1), needs.labelled, *needs.POINTS),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    demonstrates=True,
    metric=True,
)
