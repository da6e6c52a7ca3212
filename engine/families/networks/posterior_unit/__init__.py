"""Output as probability: a sigmoid unit learns the posterior of two Gaussian classes.   (Bishop 2006, section 4.2)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Output as posterior probability",
    task="concept",
    summary="Two Gaussian classes whose posterior is known; a sigmoid unit is trained on a sample of them, beside it.",
    source="Bishop 2006, section 4.2; Ruck et al. 1990",
    synonyms=("Bayes classifier", "naive Bayes", "naïve Bayes", "Bayes' theorem", "generative model"),
    needs=needs.POINTS,
    aside=True,
)
