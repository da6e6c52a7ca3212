"""Plane explorer: turn a plane through three features, and watch the variance its shadow keeps.   (Pearson 1901)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle
from engine.data import needs
from engine.families.reduction.plane_explorer.turning import CLOUD, leaned, tip
from engine.models.projections import Components

ALGORITHM = Algorithm(
    __name__,
    name="Plane explorer",
    task="reduction",
    summary="Turns a plane through the mean of three features, and shows the variance of the projections on it.",
    source="Pearson 1901",
    synonyms=("best plane by hand", "projection onto a plane", "turn a plane"),
    needs=(*needs.POINTS, needs.rows(2), needs.features(2)),
    starts=(Components,),
    handles=(
        Handle(
            label="the plane, by its normal",
            make=leaned,
            positions=tip,
            most=lambda params: 1,
            surface=CLOUD,
            help=lambda data: "It turns in its plane." if data.d == 2 else "The plane is orthogonal to it.",
        ),
    ),
    aside=True,
    metric=True,
)
