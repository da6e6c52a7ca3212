"""Quadrature: an integral by numbers, halving where the function bends, or at the nodes of Gauss and Hermite."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Quadrature",
    task="integration",
    summary="Integrates a function by numbers: halves the roughest interval until its estimated error is small.",
    source="Simpson 1743; Kuncir 1962; Hermite's nodes: Abramowitz and Stegun 1964, 25.4.46",
    synonyms=("numerical integration", "integral", "Simpson", "trapezium rule", "adaptive integration"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),  # the one function that reads the table asks in `limits`
    aside=True,
)
