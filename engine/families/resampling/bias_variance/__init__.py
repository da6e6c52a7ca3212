"""Bias and variance: what many data sets of one truth make of a fit, on average and around it.   (Geman et al. 1992)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Bias and variance",
    task="concept",
    summary="Draws one noisy data set of a known function after the other, and splits the error of the fits into "
    "bias², variance and noise.",
    source="Geman, Bienenstock and Doursat 1992; Bishop 2006, section 3.2",
    synonyms=("bias-variance decomposition", "bias variance trade-off", "underfitting", "overfitting"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
