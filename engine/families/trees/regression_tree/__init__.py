"""Regression tree: cut a number in two, or ask a category, where the targets spread least then.   (CART 1984)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Regression tree",
    task="regression",
    summary="Predicts a number by steps: each split is the one that leaves the targets least spread.",
    source="Breiman, Friedman, Olshen, Stone 1984",
    synonyms=(
        "CART",
        "decision tree",
        "tree",
        "CART for regression",
        "tree for numbers",
        "piecewise constant regression",
        "decision tree regression",
    ),
    needs=(needs.rows(1), needs.features(1), needs.number, needs.moderate),
)
