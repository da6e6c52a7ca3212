"""Correlation matrix: every covariance divided by two standard deviations.   (Pearson 1896; Murdoch and Chow 1996)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Correlation matrix",
    task="concept",
    summary="Turns a covariance matrix, of the columns or typed, into correlations cell by cell, with ellipses.",
    source="Pearson 1896; Murdoch and Chow 1996",
    synonyms=("corrcoef", "correlogram", "correlation heat map", "covariance to correlation"),
    needs=(needs.rows(2), needs.features(1), needs.numeric, needs.moderate, needs.not_tiny),
    aside=True,
)
