"""Nested cross-validation: a parameter is chosen inside each fold, and judged outside.   (Varma and Simon 2006)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.resampling.judged import DECIDED, JUDGED

ALGORITHM = Algorithm(
    __name__,
    name="Nested cross-validation",
    task="classification",
    numbers=True,
    demonstrates=True,
    summary="Chooses a parameter of any learner by cross-validation inside every fold, and judges the choice outside.",
    source="Varma and Simon 2006; Cawley and Talbot 2010",
    synonyms=("double cross-validation", "nested CV", "inner and outer folds", "selection bias"),
    needs=JUDGED,
    settled=DECIDED,
)
