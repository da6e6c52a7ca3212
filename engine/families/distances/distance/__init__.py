"""Distances: how far two points are apart, one coordinate after the other.   (Minkowski 1896; Hamming 1950)"""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Algorithm, Handle, SetByStart, at_every_step
from engine.data import needs
from engine.models.pair import Pair

ALGORITHM = Algorithm(
    __name__,
    name="Distance of two points",
    task="concept",
    summary="Adds up how far two points are apart, a coordinate a step, by any of six distances.",
    source="Minkowski 1896; Hamming 1950; Deza and Deza 2016",
    synonyms=(
        "metric",
        "Euclidean",
        "Manhattan",
        "city block",
        "Minkowski",
        "Chebyshev",
        "Hamming",
        "cosine distance",
    ),
    needs=(needs.rows(1), needs.features(1), needs.addable),
    starts=(Pair,),
    typed=("points",),
    handles=(
        Handle(
            label="the points a and b",
            make=lambda positions, data, params, base=None: Pair(np.vstack([positions, positions])[[0, -1]]),
            positions=lambda model, data: model.points,
            most=lambda params: 2,
            step=at_every_step,
            help=lambda data: "The distance follows.",
            question=True,
        ),
    ),
    decided=(
        SetByStart("first", None, "a is placed by hand"),
        SetByStart("second", None, "b is placed by hand"),
    ),
    metric=True,
)
