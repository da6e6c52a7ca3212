"""Activation functions side by side: what a unit makes of its sum, and how steeply.   (Bishop 2006, section 5.1)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Activation functions",
    task="concept",
    summary="Eight activation functions of a unit, with their derivatives: where each one can learn.",
    source="Bishop 2006, section 5.1",
    synonyms=("ReLU", "tanh", "sigmoid", "transfer functions", "leaky ReLU"),
    needs=needs.POINTS,
    aside=True,
)
