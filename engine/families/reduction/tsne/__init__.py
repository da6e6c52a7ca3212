"""t-SNE: a map on which the neighbours of each row are its neighbours again.   (van der Maaten and Hinton 2008)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="t-SNE",
    task="reduction",
    summary="Moves rows on a map: neighbours in the data pull each other, and all others push each other away.",
    source="van der Maaten and Hinton 2008; learning rate: Belkina 2019",
    synonyms=("tSNE", "stochastic neighbour embedding", "perplexity", "embedding"),
    needs=(*needs.POINTS, needs.at_most(2000, "in every iteration every row pulls or pushes every other")),
    metric=True,
)
