"""Gradient boosting: one small tree after the other, each for what those before it left over.   (Friedman 2001)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Gradient boosting",
    task="regression",
    summary="Predicts a number by adding small trees, each grown for the residuals that those before it left over.",
    source="Friedman 2001",
    synonyms=("boosting", "GBM", "GBDT", "gradient boosted trees", "XGBoost", "boosted regression trees"),
    needs=(needs.rows(2), needs.features(1), needs.number, needs.complete, needs.moderate),
)
