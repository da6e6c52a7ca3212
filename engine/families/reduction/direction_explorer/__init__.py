"""Direction explorer: turn a direction, and watch how much the points vary along it.   (Pearson 1901; Fisher 1936)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart
from engine.data import needs
from engine.families.reduction.direction_explorer.turning import centre, tip, turned
from engine.models.projections import Components

ALGORITHM = Algorithm(
    __name__,
    name="Direction explorer",
    task="reduction",
    summary="Turns a direction over two features, and shows the variance along it and how well it separates classes.",
    source="Pearson 1901; Fisher 1936",
    synonyms=("projection by hand", "variance along a direction", "rotate a direction"),
    needs=(*needs.POINTS, needs.rows(2), needs.features(2)),
    starts=(Components,),
    handles=(
        Handle(
            label="the direction, from the mean",
            make=turned,
            positions=tip,
            most=lambda params: 1,
            anchor=centre,
            help=lambda data: "The chart shows the variance of the projections on it.",
        ),
    ),
    decided=(SetByStart("angle", None, "the direction is turned by hand"),),
    metric=True,
)
