"""C4.5: a decision tree of numbers and categories, by gain ratio, that takes missing values.   (Quinlan 1993)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Decision tree (C4.5)",
    task="classification",
    summary="Grows a tree by gain ratio; a row without the value that is asked goes into every branch, in parts.",
    source="Quinlan 1993; stand-ins: Breiman, Friedman, Olshen, Stone 1984",
    synonyms=("gain ratio", "J48", "Quinlan", "missing values in trees"),
    needs=(
        needs.rows(1),
        needs.features(1),
        needs.classes(1),
        needs.labelled,
        needs.moderate,
    ),
)
