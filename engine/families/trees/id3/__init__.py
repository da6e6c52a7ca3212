"""ID3: ask the attribute that tells most about the class, and again in every branch.   (Quinlan 1986)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="ID3",
    task="classification",
    summary="Grows a decision tree: each node asks the attribute that tells most about the class.",
    source="Quinlan 1986; gain ratio and its guard: Quinlan 1993 (C4.5)",
    synonyms=("information gain", "decision tree by entropy", "entropy", "Quinlan's ID3", "attribute test"),
    needs=(needs.rows(1), needs.features(1), needs.classes(1), needs.labelled, needs.complete, needs.categorical),
)
