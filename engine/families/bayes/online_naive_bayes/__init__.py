"""Online naive Bayes: examples come and go, and only sums and counts are kept.   (Welford 1962)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Online naive Bayes (examples come and go)",
    task="classification",
    summary="Learns and forgets one example at a time: means, squares and counts are kept, and no example.",
    source="Welford 1962; Murphy 2022, section 9.3",
    synonyms=("incremental naive Bayes", "partial_fit", "streaming classifier", "running sums"),
    needs=(
        needs.classes(2),
        needs.labelled,
        needs.rows(1),
        needs.features(1),
        needs.moderate,
        needs.not_tiny,
        needs.no_outlier,
    ),
    demonstrates=True,
)
