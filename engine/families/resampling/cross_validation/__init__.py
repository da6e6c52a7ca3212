"""Cross-validation: every fold of the rows is held out once, and judges what the others taught.   (Stone 1974)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.resampling.judged import DECIDED, JUDGED

ALGORITHM = Algorithm(
    __name__,
    name="Cross-validation",
    task="classification",
    numbers=True,
    demonstrates=True,
    summary="Holds out one fold of the rows after the other, fits any learner to the rest, and averages the errors.",
    source="Stone 1974; Hastie, Tibshirani and Friedman 2009, section 7.10",
    synonyms=("k-fold", "leave-one-out", "LOO", "stratified k-fold", "hold-out estimate", "cross_val_score"),
    needs=JUDGED,
    settled=DECIDED,
)
