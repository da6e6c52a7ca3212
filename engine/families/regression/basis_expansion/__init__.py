"""Basis expansion: a curve is a weighted sum of fixed functions of x, and the fit is still linear in the weights."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Basis expansion (polynomial, bumps, soft steps)",
    task="regression",
    summary="Adds powers, Gaussian bumps or sigmoids one after the other, and fits their weights by least squares.",
    source="Gergonne 1815; Bishop 2006, sections 1.1 and 3.1",
    synonyms=(
        "polynomial regression",
        "polynomial fit",
        "basis functions",
        "radial basis functions",
        "sigmoid basis",
        "Vandermonde",
        "polyfit",
    ),
    needs=needs.NUMBER,
    validates=True,
)
