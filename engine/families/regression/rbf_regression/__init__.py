"""RBF regression: Gaussian bumps whose centres are taken from the data, weighted by least squares."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="RBF regression (centres from the data)",
    task="regression",
    summary="Takes centres from the data, one after the other, and fits a weighted sum of Gaussian bumps around them.",
    source="Broomhead and Lowe 1988; Moody and Darken 1989",
    synonyms=("radial basis function network", "RBF network", "RBF", "Gaussian basis regression", "bumps"),
    needs=needs.NUMBER,
    metric=True,
    validates=True,
)
