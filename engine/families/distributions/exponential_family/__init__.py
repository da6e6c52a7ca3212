"""The exponential family: a distribution in its natural form, and its fit by matching means.   (Bishop 2006)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Exponential family",
    task="concept",
    summary="Rewrites a distribution as h(x) g(η) exp(ηᵀu(x)), and fits it by matching the mean of u(x).",
    source="Bishop 2006, section 2.4; Koopman 1936",
    synonyms=(
        "natural parameters",
        "sufficient statistics",
        "moment matching",
        "log-partition function",
        "link function",
    ),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
