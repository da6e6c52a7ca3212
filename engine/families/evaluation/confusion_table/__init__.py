"""Confusion table: every example is dropped in its cell, and rates are shares of its cells.   (van Rijsbergen 1979)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Confusion table and its rates",
    task="classification",
    validates=True,
    demonstrates=True,
    summary="Drops every judged example in the cell of its class and answer, and works out the rates one by one.",
    source="van Rijsbergen 1979",
    synonyms=(
        "confusion matrix", "precision", "recall", "F-measure", "F1 score", "accuracy", "macro and micro average",
        "classification report", "baselines",
    ),
    needs=(needs.classes(1), needs.labelled, needs.features(1), needs.rows(2), needs.addable),
)  # fmt: skip
