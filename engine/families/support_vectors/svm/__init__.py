"""Support vector machine: the widest margin that a few points may break at a price, found pair by pair."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.support_vectors import SupportVectors

ALGORITHM = Algorithm(
    __name__,
    name="Support vector machine",
    task="classification",
    summary="Finds the maximum soft margin, linear or with a kernel, two multipliers at a time (SMO).",
    source="Cortes and Vapnik 1995; Platt 1998; Fan, Chen and Lin 2005",
    synonyms=(
        "SVM",
        "support vector classifier",
        "kernel machine",
        "SMO",
        "RBF kernel",
        "soft margin",
        "kernel trick",
    ),
    needs=needs.TWO_CLASSES,
    starts=(SupportVectors,),
    codings=("±1",),
    metric=True,
)
