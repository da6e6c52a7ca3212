"""Calibration: are the probabilities of a classifier what they say? Bin by bin, and by two scores.   (Brier 1950)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Calibration",
    task="classification",
    validates=True,
    demonstrates=True,
    summary="Compares predicted probabilities with how often they come true, bin by bin, and scores them.",
    source="Brier 1950; DeGroot and Fienberg 1983",
    synonyms=(
        "reliability diagram", "reliability curve", "Brier score", "log loss", "cross-entropy loss of probabilities",
        "expected calibration error", "overconfidence",
    ),
    needs=(needs.classes(1), needs.labelled, needs.features(1), needs.rows(2), needs.addable),
)  # fmt: skip
