"""Random forest: many trees, each grown from random rows and asking random features.   (Breiman 2001)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Random forest",
    task="classification",
    summary="Grows many trees from rows and features drawn at random, and lets them vote; with all features: bagging.",
    source="Breiman 2001; bagging: Breiman 1996",
    synonyms=("forest", "ensemble of random trees", "out-of-bag error", "feature importance"),
    needs=(
        needs.rows(2), needs.features(1), needs.classes(1), needs.labelled, needs.complete,
        needs.moderate,
    ),
)  # fmt: skip
