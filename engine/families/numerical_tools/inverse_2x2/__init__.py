"""Determinant and inverse of two rows and columns: swap, negate, divide.   (Cayley 1858)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Inverse of a 2 × 2 matrix",
    task="concept",
    summary="Inverts a matrix of two rows and columns by its determinant: swap the diagonal, negate the rest, divide.",
    source="Cayley 1858; Strang 2016, section 2.5",
    synonyms=("determinant", "matrix inverse", "2x2 inverse", "adjugate", "invert a matrix"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
