"""Hamiltonian Monte Carlo: a ball is kicked and rolls over −ln p, and where it comes to is proposed.   (Neal 2011)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Hamiltonian Monte Carlo",
    task="concept",
    summary="Proposes far moves by leapfrog steps along the slope of ln p, and accepts them by the energy they lose.",
    source="Duane et al. 1987; Neal 2011; Bishop 2006, section 11.5",
    synonyms=("HMC", "hybrid Monte Carlo", "leapfrog", "momentum sampling", "acceptance rate"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
