"""Kernel ridge regression: ridge in the space of the kernel, as a sum of kernels around the rows."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.parts.querying import DRAGGED

ALGORITHM = Algorithm(
    __name__,
    name="Kernel ridge regression",
    task="regression",
    summary="A kernel around every row, as high as ridge regression makes it; their sum is the curve.",
    source="Saunders, Gammerman and Vovk 1998",
    synonyms=(
        "KRR",
        "kernel regression",
        "regularised kernel least squares",
        "kernel least squares",
        "least-squares SVM",
    ),
    needs=(
        needs.number,
        *needs.POINTS,
        needs.at_most(2_000, "the kernel of all rows with all others is factorised"),
    ),
    drags=(DRAGGED,),
    metric=True,
)
