"""The gain of an irrelevant attribute: on a small table chance tells something of the class.   (Mingers 1989)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Gain of an irrelevant attribute",
    task="concept",
    summary="Draws attributes that are independent of the class, and compares their information gains with real ones.",
    source="Mingers 1989; White and Liu 1994",
    synonyms=("random attributes", "chance gain", "many-valued attributes"),
    needs=(needs.rows(2), needs.features(1), needs.classes(2), needs.labelled, needs.complete, needs.categorical),
    aside=True,
)
