"""Laplace approximation: a Gaussian with the mode and the curvature of a density.   (Bishop 2006, section 4.4)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.posteriors.laplace_approximation.holding import LOGARITHM, along_logarithm

ALGORITHM = Algorithm(
    __name__,
    name="Laplace approximation",
    task="concept",
    summary="Climbs to the mode of a density, and puts a Gaussian there that is curved as ln f is.",
    source="Bishop 2006, section 4.4; Laplace 1774",
    synonyms=("Laplace's method", "Gaussian approximation at the mode", "saddle point approximation"),
    drags=(ParamHandle("z0", "where the climb begins", LOGARITHM, along_logarithm, line="upright"),),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
