"""K-means from many starts: each run ends in a fixed point, and the one with the least E is kept.   (Forgy 1965)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="K-means restarts",
    task="clustering",
    summary="Runs K-means from many starts, counts the different results, and keeps the one with the least E.",
    source="Forgy 1965; Steinley 2003",
    synonyms=("n_init", "local minima of k-means", "random restarts"),
    needs=needs.POINTS,
    metric=True,
)
