"""Mahalanobis distance: how many standard deviations a point is away, in its direction.   (Mahalanobis 1936)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart, at_every_step
from engine.data import needs
from engine.models.neighbours import Query

ALGORITHM = Algorithm(
    __name__,
    name="Mahalanobis distance",
    task="concept",
    summary="Measures how far a point is from the mean in standard deviations, by whitening the rows.",
    source="Mahalanobis 1936",
    synonyms=("whitening", "covariance distance", "standardised distance"),
    needs=(needs.rows(2), *needs.POINTS),
    starts=(Query,),
    typed=("point",),
    handles=(
        Handle(
            label="the point x",
            make=lambda positions, data, params, base=None: Query(positions[-1]),
            positions=lambda model, data: model.point[None],
            most=lambda params: 1,
            step=at_every_step,
            help=lambda data: "Its distance to the mean follows.",
            question=True,
        ),
    ),
    decided=(SetByStart("row", None, "x is placed by hand"),),
    metric=True,
)
