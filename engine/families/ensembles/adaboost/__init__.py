"""AdaBoost: decision stumps one by one, each for the rows that those before it got wrong.   (Freund, Schapire 1997)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="AdaBoost",
    task="classification",
    summary="Adds decision stumps one by one, each for the rows that those before it got wrong, and lets them vote.",
    source="Freund and Schapire 1997; several classes: Zhu, Zou, Rosset and Hastie 2009 (SAMME)",
    synonyms=("boosting", "adaptive boosting", "decision stumps", "weak learners", "ensemble"),
    needs=(
        needs.classes(2), needs.labelled, needs.rows(2), needs.features(1), needs.complete,
        needs.moderate,
    ),
)  # fmt: skip
