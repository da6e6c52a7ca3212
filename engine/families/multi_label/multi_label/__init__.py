"""Multi-label classification: several labels at once, each there or not.   (Tsoumakas and Katakis 2007)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Multi-label classification",
    task="classification",
    summary="Predicts several labels of a row at once: each by itself, in a chain, or as one class for every set.",
    source="Tsoumakas and Katakis 2007; Read et al. 2011",
    synonyms=(
        "binary relevance", "classifier chain", "label powerset", "several labels", "Hamming loss", "subset accuracy",
        "multilabel", "tagging", "problem transformation",
    ),
    needs=needs.TWO_CLASSES,
    demonstrates=True,
)  # fmt: skip
