"""Maximum likelihood of shares: counts divided by their sum, by a Lagrange multiplier.   (Bishop 2006, section 2.2)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Multinomial fit by Lagrange",
    task="concept",
    summary="Finds the probabilities under which counts are most likely: stationarity, multiplier, shares.",
    source="Bishop 2006, section 2.2",
    synonyms=("maximum likelihood of counts", "categorical estimate", "simplex", "relative frequencies"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
