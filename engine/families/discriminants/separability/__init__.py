"""Is there a line between the classes? A linear program answers, and proves its answer either way."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.discriminants.separability.starting import blank
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle

ALGORITHM = Algorithm(
    __name__,
    name="Linear separability",
    task="classification",
    summary="Decides whether a line separates two classes, with a proof either way.",
    source="Farkas 1902; linear programming by HiGHS (Huangfu and Hall 2018)",
    synonyms=("linearly separable", "linear programming", "convex hulls"),
    needs=(needs.classes(1, 2), needs.labelled, *needs.POINTS),
    starts=(Hyperplane,),
    handles=(basis_handle(blank),),
    decided=BASIS_DECIDED,
    codings=("±1",),
    demonstrates=True,
    metric=True,
)
