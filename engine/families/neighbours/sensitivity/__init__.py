"""What upsets nearest neighbours: attributes that mean nothing, wrong classes, a larger unit.   (Beyer et al. 1999)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD

ALGORITHM = Algorithm(
    __name__,
    name="Irrelevant features and scaling",
    task="concept",
    summary="Adds one irrelevant attribute a step, and watches neighbours change and the error rise.",
    source="Beyer, Goldstein, Ramakrishnan and Shaft 1999",
    synonyms=("irrelevant features", "curse of dimensionality", "feature scaling", "irrelevant attributes"),
    needs=(
        needs.classes(2), needs.labelled, needs.rows(2), *needs.POINTS,
        needs.at_most(500, "every row is asked of all others at every step"),
    ),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    metric=True,
)  # fmt: skip
