"""Gaussian process: a distribution over functions, which the rows narrow.   (Rasmussen and Williams 2006)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.parts.querying import DRAGGED

ALGORITHM = Algorithm(
    __name__,
    name="Gaussian process",
    task="regression",
    summary="A distribution over functions: the rows narrow it, and away from them its band is wide again.",
    source="Rasmussen and Williams 2006, chapter 2 and section 5.4",
    synonyms=("GP", "Gaussian process regression", "kriging", "GPR", "Matérn kernel"),
    needs=(
        needs.number,
        *needs.POINTS[1:],
        needs.at_most(2_000, "the covariance of all rows with all others is factorised"),
    ),
    drags=(DRAGGED,),
    metric=True,
)
