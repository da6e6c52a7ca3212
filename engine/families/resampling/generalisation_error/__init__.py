"""Generalisation error: exact where the classes' densities are known, and estimated point by point.   (Vapnik 1998)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Generalisation error",
    task="concept",
    summary="Fits a classifier to a sample of two known Gaussians, where its true error can be integrated, and watches "
    "the test error come near to it.",
    source="Vapnik 1998; Hastie, Tibshirani and Friedman 2009, section 7.2",
    synonyms=("true error", "expected test error", "population risk", "hold-out error", "test error convergence"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
