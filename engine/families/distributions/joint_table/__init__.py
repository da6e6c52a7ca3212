"""Joint table: sum rule, product rule, conditioning, Bayes' rule and independence.   (Bishop 2006, section 1.2)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Joint probability table",
    task="concept",
    summary="Adds a table of probabilities up to its margins, divides it into conditionals, and turns them round.",
    source="Bayes 1763; Bishop 2006, section 1.2",
    synonyms=(
        "joint distribution",
        "conditional probability",
        "marginal",
        "sum rule",
        "contingency table",
        "medical test",
    ),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
