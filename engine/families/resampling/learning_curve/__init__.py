"""Learning curve: training and validation error as the rows to learn from grow.   (Cortes et al. 1994)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.resampling.judged import DECIDED, JUDGED

ALGORITHM = Algorithm(
    __name__,
    name="Learning curve",
    task="classification",
    numbers=True,
    demonstrates=True,
    validates=True,
    summary="Fits any learner to more and more rows, and says whether more data would help.",
    source="Cortes, Jackel, Solla, Vapnik and Denker 1994",
    synonyms=("training set size", "sample size", "error by number of examples", "more data"),
    needs=JUDGED,
    settled=DECIDED,
)
