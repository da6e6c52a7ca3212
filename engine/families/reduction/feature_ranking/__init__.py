"""Feature ranking: score every attribute by itself, and keep the best.   (Quinlan 1986; Guyon and Elisseeff 2003)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Feature ranking",
    task="reduction",
    summary="Scores every attribute by itself, keeps the best, and looks how well they do together.",
    source="Quinlan 1986; Guyon and Elisseeff 2003",
    synonyms=(
        "feature selection",
        "filter method",
        "mutual information",
        "attribute selection",
        "variable importance",
    ),
    needs=(needs.rows(2), needs.features(1), needs.complete, needs.moderate, needs.not_tiny, needs.no_outlier),
)
