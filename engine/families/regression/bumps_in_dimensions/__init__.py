"""How many bumps in d dimensions: a grid of m centres along each feature has mᵈ of them."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Basis functions in d dimensions",
    task="regression",
    summary="Counts the bumps of a grid as features are added, beside the number of rows: why centres come from data.",
    source="Bellman 1961; Bishop 2006, section 1.4",
    synonyms=("curse of dimensionality", "number of basis functions", "grid of bumps", "high dimensions"),
    needs=needs.POINTS,
    aside=True,
    demonstrates=True,
)
