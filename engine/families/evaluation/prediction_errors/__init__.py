"""Errors of predicted numbers: squares, sizes and correlation, one row after the other.   (Legendre 1805)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Prediction errors (RMSE, MAE, R²)",
    task="regression",
    validates=True,
    demonstrates=True,
    summary="Adds up the squares and the sizes of the residuals, and correlates the predictions with the truth.",
    source="Legendre 1805; Galton 1888",
    synonyms=("RMSE", "MSE", "MAE", "mean squared error", "mean absolute error", "R squared", "residuals"),
    needs=(needs.number, needs.features(1), needs.rows(2), needs.addable),
)
