"""Non-negative matrix factorisation: every row as a sum of parts, with nothing subtracted.   (Lee and Seung 1999)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.additive import Parts

ALGORITHM = Algorithm(
    __name__,
    name="Non-negative matrix factorisation",
    task="reduction",
    summary="Finds parts with no entry below 0, and writes every row as a sum of them: X ≈ W H.",
    source="Paatero and Tapper 1994; Lee and Seung 1999, 2001",
    synonyms=("NMF", "non-negative matrix factorization", "multiplicative updates", "parts-based representation"),
    needs=(*needs.POINTS, needs.no_value_below_0),
    starts=(Parts,),
    metric=True,
)
