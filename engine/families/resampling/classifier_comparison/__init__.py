"""Two learners compared on the same rows: McNemar's counts, differences over folds, bootstrap.   (Dietterich 1998)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.set_by_data import SetByData, has_classes, has_number
from engine.families.resampling.judged import DECIDED, JUDGED

ALGORITHM = Algorithm(
    __name__,
    name="Comparing two learners",
    task="classification",
    numbers=True,
    demonstrates=True,
    summary="Judges two learners on the same held-out rows, and says whether they can be told apart.",
    source="McNemar 1947; Dietterich 1998; Nadeau and Bengio 2003",
    synonyms=("McNemar test", "paired t-test", "comparison of classifiers", "significance test"),
    needs=JUDGED,
    settled=(
        *DECIDED,
        SetByData("other_classifier", None, "a number is predicted", has_number),
        SetByData("other_regressor", None, "a class is predicted", has_classes),
    ),
)
