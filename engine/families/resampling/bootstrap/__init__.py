"""Bootstrap: samples of the rows with repetition, each judged on the rows that it lacks.   (Efron 1983)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.resampling.judged import DECIDED, JUDGED

ALGORITHM = Algorithm(
    __name__,
    name="Bootstrap of the error",
    task="classification",
    numbers=True,
    demonstrates=True,
    summary="Draws samples of the rows with repetition, and judges each fit on the rows that it lacks.",
    source="Efron 1983; Efron and Tibshirani 1997",
    synonyms=(".632 bootstrap", "resampling with replacement", "percentile interval", "leave-one-out bootstrap"),
    needs=JUDGED,
    settled=DECIDED,
)
