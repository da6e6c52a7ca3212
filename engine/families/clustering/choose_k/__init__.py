"""Choosing K: the error of K-means falls with every centre more, so others must say how many there are.   (1987)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Choosing K",
    task="clustering",
    summary="Runs K-means with one cluster more each time: E always falls, the silhouette and the gap can choose.",
    source="Rousseeuw 1987; Tibshirani, Walther and Hastie 2001",
    synonyms=("elbow", "gap statistic", "silhouette", "number of clusters"),
    needs=(*needs.POINTS, needs.rows(2)),
    metric=True,
)
