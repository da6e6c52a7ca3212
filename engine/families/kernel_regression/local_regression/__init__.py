"""Local regression: a constant or a line through the rows near a point.   (Nadaraya 1964; Cleveland 1979)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.neighbours import Query
from engine.parts.querying import BY_HAND, HELD, MEASURED

ALGORITHM = Algorithm(
    __name__,
    name="Local regression (Nadaraya–Watson, local linear)",
    task="regression",
    summary="Weighs the rows by how near they are to a query, and fits a constant or a line to them.",
    source="Nadaraya 1964; Watson 1964; Cleveland 1979; Fan 1992",
    synonyms=("Nadaraya-Watson", "kernel smoother", "LOESS", "LOWESS", "local linear regression", "kernel smoothing"),
    needs=(needs.number, needs.numeric, *MEASURED),
    starts=(Query,),
    typed=("point",),
    handles=(HELD,),
    decided=BY_HAND,
    metric=True,
)
