"""Cosine similarity: the angle between two vectors, however long they are.   (Salton and McGill 1983)"""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Algorithm, Handle, SetByStart, at_every_step
from engine.data import needs
from engine.models.pair import Pair

ALGORITHM = Algorithm(
    __name__,
    name="Cosine similarity and angle",
    task="concept",
    summary="Divides the dot product of two vectors by their lengths; of centred vectors that is the correlation.",
    source="Salton and McGill 1983; Rodgers and Nicewander 1988",
    synonyms=("angle between vectors", "dot product", "cosine of centred vectors", "vector space model"),
    needs=(needs.rows(1), needs.features(1), needs.numeric, needs.complete, needs.moderate, needs.not_tiny),
    starts=(Pair,),
    typed=("points",),
    handles=(
        Handle(
            label="the vectors a and b",
            make=lambda positions, data, params, base=None: Pair(np.vstack([positions, positions])[[0, -1]]),
            positions=lambda model, data: model.points,
            most=lambda params: 2,
            step=at_every_step,
            help=lambda data: "The angle between them follows.",
            question=True,
        ),
    ),
    decided=(
        SetByStart("first", None, "a is placed by hand"),
        SetByStart("second", None, "b is placed by hand"),
    ),
    metric=True,
)
