"""Metropolis sampling: a random step is proposed, and taken if the density is higher there, else by chance.

(Metropolis et al. 1953)
"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Metropolis sampling",
    task="concept",
    summary="Proposes random steps and accepts them by the ratio of densities, in several chains with their histogram.",
    source="Metropolis et al. 1953; Bishop 2006, section 11.2",
    synonyms=(
        "Metropolis–Hastings",
        "random walk sampler",
        "random walk Metropolis",
        "proposal scale",
        "burn-in and thinning",
    ),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
