"""Correlation: how two features vary together, as an average product of standard scores.   (Pearson 1896)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Correlation (Pearson)",
    task="concept",
    summary="Adds up signed rectangles to a covariance, and standard scores to a correlation between −1 and 1.",
    source="Galton 1888; Pearson 1896",
    synonyms=(
        "Pearson's r",
        "covariance",
        "correlation coefficient",
        "product-moment correlation",
        "linear correlation",
    ),
    needs=(needs.rows(2), needs.features(2), needs.numeric, needs.moderate, needs.not_tiny),
    aside=True,
)
