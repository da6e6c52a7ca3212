"""Balls of distances: all points within a radius of a point, for every p and Mahalanobis.   (Minkowski 1896)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart, at_every_step
from engine.core.param_handle import ParamHandle
from engine.core.surfaces import PLANE
from engine.data import needs
from engine.families.distances.unit_balls.holding import along_first
from engine.models.neighbours import Query

ALGORITHM = Algorithm(
    __name__,
    name="Balls of distances",
    task="concept",
    summary="Draws what is within a radius of a point: a star, diamond, circle, square, or an ellipse.",
    source="Minkowski 1896; Mahalanobis 1936",
    synonyms=("unit ball", "unit circle", "Minkowski ball", "lp norm", "neighbourhood shape"),
    needs=(needs.features(2), *needs.POINTS),
    starts=(Query,),
    typed=("point",),
    handles=(
        Handle(
            label="the centre x",
            make=lambda positions, data, params, base=None: Query(positions[-1]),
            positions=lambda model, data: model.point[None],
            most=lambda params: 1,
            step=at_every_step,
            help=lambda data: "All balls go with it.",
            question=True,
        ),
    ),
    decided=(SetByStart("row", None, "x is placed by hand"),),
    drags=(
        ParamHandle(
            "radius",
            "the radius",
            PLANE,
            along_first,
            help=lambda data: "The balls grow and shrink, and the rows follow.",
        ),
    ),
    metric=True,
)
