"""Multinomial distribution: orders of a word, the probability of counts, and one draw.   (Bishop 2006, section 2.2)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Multinomial distribution",
    task="concept",
    summary="Counts the orders of a word with repeated letters, and works out the probability of its counts.",
    source="Bishop 2006, section 2.2",
    synonyms=("multinomial coefficient", "categorical distribution", "permutations with repetition", "one-hot"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
