"""Choosing k: the number of neighbours that errs least on rows that were held back.   (Stone 1974)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.parts.querying import MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="Choosing k",
    task="classification",
    validates=True,
    summary="Tries one number of neighbours after the other on rows that were held back, and keeps the best.",
    source="Stone 1974; Hastie, Tibshirani and Friedman 2009, section 7.10",
    synonyms=("hold-out validation of k", "number of neighbours", "model selection", "validation curve"),
    needs=(needs.classes(1), needs.labelled, *MEASURED, needs.rows(2)),
    metric=True,
)
