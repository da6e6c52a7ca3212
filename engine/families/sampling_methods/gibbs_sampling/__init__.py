"""Gibbs sampling: each number in turn is drawn from its conditional, given all others.   (Geman and Geman 1984)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Gibbs sampling",
    task="concept",
    summary="Draws x₁ given x₂ and x₂ given x₁ in turn, in several chains with their trace and effective sample size.",
    source="Geman and Geman 1984; Bishop 2006, section 11.3",
    synonyms=("MCMC", "Markov chain Monte Carlo", "conditional sampling", "effective sample size", "trace plot"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
