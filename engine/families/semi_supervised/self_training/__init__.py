"""Self-training: a classifier takes its own answers for labels where it is sure of them.   (Scudder 1965)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Self-training",
    task="classification",
    summary="Learns from a few labels, takes its surest answers for further labels, and learns again.",
    source="Scudder 1965; Yarowsky 1995",
    synonyms=("semi-supervised learning", "pseudo-labels", "self-labelling", "bootstrapping of labels"),
    needs=(needs.classes(2), *needs.POINTS),
    demonstrates=True,
)
