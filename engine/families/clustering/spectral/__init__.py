"""Spectral clustering: K-means where the eigenvectors of a graph put the rows.   (Ng, Jordan and Weiss 2001)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Spectral clustering",
    task="clustering",
    summary="Builds a similarity graph of the rows, and runs K-means on its smallest eigenvectors.",
    source="Ng, Jordan and Weiss 2001; von Luxburg 2007",
    synonyms=("graph Laplacian", "normalised cuts", "Laplacian eigenmaps", "normalized cuts"),
    needs=(*needs.POINTS, needs.at_most(1000, "the similarity of every pair of rows is kept")),
    metric=True,
)
