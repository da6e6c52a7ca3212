"""Bayesian linear regression: a distribution over the weights, narrowed by each row.   (Bishop 2006, section 3.3)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.parts.querying import DRAGGED

ALGORITHM = Algorithm(
    __name__,
    name="Bayesian linear regression",
    task="regression",
    summary="Starts from a prior over the weights; each row narrows it, and predictions say how sure they are.",
    source="Bishop 2006, sections 3.3 and 3.3.2",
    synonyms=(
        "bayesian regression",
        "posterior of the weights",
        "predictive distribution",
        "sequential updating",
        "uncertainty band",
    ),
    needs=(needs.number, *needs.POINTS[1:]),
    drags=(DRAGGED,),
)
