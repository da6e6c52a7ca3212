"""Active learning: a classifier asks for the label it is least sure of.   (Lewis and Gale 1994)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Active learning",
    task="classification",
    summary="Asks for one label after the other, each time of the row that the classifier is least sure of.",
    source="Lewis and Gale 1994; Settles 2012",
    synonyms=(
        "uncertainty sampling",
        "query strategy",
        "pool-based sampling",
        "label queries",
        "semi-supervised queries",
    ),
    needs=(needs.classes(2), *needs.POINTS),
    demonstrates=True,
)
