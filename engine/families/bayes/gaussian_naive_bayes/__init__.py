"""Gaussian naive Bayes: a Gaussian for each feature in each class, multiplied."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Gaussian naive Bayes",
    task="classification",
    summary="Fits a Gaussian to each feature in each class, and multiplies the densities as if independent.",
    source="Duda and Hart 1973; Hastie, Tibshirani and Friedman 2009, section 6.6.3",
    synonyms=("naive Bayes", "GaussianNB", "Bayes classifier", "independent Gaussians"),
    needs=(
        needs.classes(2),
        needs.labelled,
        needs.rows(1),
        needs.features(1),
        needs.numeric,
        needs.moderate,
        needs.not_tiny,
        needs.no_outlier,
    ),
)
