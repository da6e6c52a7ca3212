"""Effects of transforms on learners: trees, distances and linear models, transformed rows.   (Witten 2011)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Effects of transforms on learners",
    task="concept",
    summary="Fits five learners to the same rows as they are, and transformed in five ways, and compares their errors.",
    source="Witten, Frank and Hall 2011, section 7.3",
    synonyms=("effect of scaling", "monotone transforms", "feature transforms"),
    needs=(*needs.CLASSES, needs.rows(9), needs.at_most(2_000, "thirty models are fitted to them")),
)
