"""The Dirichlet distribution: a density over shares that add up to 1, on a triangle of three.   (Bishop 2006)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.distributions.dirichlet.holding import SIMPLEX, of_place

ALGORITHM = Algorithm(
    __name__,
    name="Dirichlet distribution",
    task="concept",
    summary="Works out a density over shares: its factors, means, variances and mode, with draws on the simplex.",
    source="Bishop 2006, section 2.2.1",
    synonyms=(
        "distribution of proportions",
        "prior of a multinomial",
        "probability simplex",
        "concentration parameter",
    ),
    drags=(ParamHandle("x", "the place x", SIMPLEX, of_place, help=lambda data: "The density is worked out there."),),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
