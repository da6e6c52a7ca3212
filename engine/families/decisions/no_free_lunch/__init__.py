"""No learning without assumptions: which of all functions of three bits fit the rows seen so far.   (Wolpert 1996)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="No learning without assumptions",
    task="concept",
    summary="Strikes out the functions of three bits that disagree with the rows seen, and counts what is left.",
    source="Wolpert 1996; Mitchell 1997, chapter 2",
    synonyms=("no free lunch", "inductive bias", "version space", "hypothesis space"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
