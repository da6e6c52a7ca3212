"""Pruning: grow a tree to the end, then take away what does not help on rows it has not seen.   (Quinlan 1987)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Tree pruning",
    task="classification",
    validates=True,
    summary="Grows a whole decision tree, then replaces its branches by leaves that do as well, one a step.",
    source="reduced error: Quinlan 1987; cost complexity: CART 1984; pessimistic: Quinlan 1993 (C4.5)",
    synonyms=("post-pruning", "cost-complexity pruning", "reduced-error pruning", "overfitted tree"),
    needs=(
        needs.rows(2),
        needs.features(1),
        needs.classes(1),
        needs.labelled,
        needs.complete,
        needs.moderate,
    ),
)
