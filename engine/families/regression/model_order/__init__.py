"""Model order: polynomials of rising order, judged on rows that they were not fitted to."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Order of a polynomial (under- and over-fitting)",
    task="regression",
    summary="Fits polynomials of rising order, and keeps the one with the least error on validation rows.",
    source="Stone 1974; Bishop 2006, section 1.1",
    synonyms=(
        "under-fitting",
        "over-fitting",
        "overfitting",
        "model selection",
        "validation curve",
        "polynomial order",
        "model complexity",
    ),
    needs=(needs.rows(2), *needs.NUMBER),
    validates=True,
)
