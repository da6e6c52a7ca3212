"""Model tree: a regression tree with a line fitted at each leaf, in the place of the mean.   (Quinlan 1992)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Model tree",
    task="regression",
    summary="Cuts the rows as a regression tree does, then fits a line at each leaf.",
    source="Quinlan 1992",
    synonyms=("M5", "piecewise linear regression", "linear regression tree"),
    needs=(
        needs.number, needs.rows(1), needs.features(1), needs.complete, needs.moderate, needs.not_tiny,
        needs.no_outlier,
    ),
)  # fmt: skip
