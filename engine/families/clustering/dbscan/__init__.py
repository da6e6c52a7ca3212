"""DBSCAN: groups grow through dense places, row by row; what none of them reaches is noise.   (Ester et al. 1996)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart, at_every_step
from engine.data import needs
from engine.families.clustering.dbscan.starting import CHART, held_radius, radius_told, with_radius
from engine.models.densities import Dense

ALGORITHM = Algorithm(
    __name__,
    name="DBSCAN",
    task="clustering",
    summary="Grows clusters of any shape through dense regions, and leaves the rows of sparse regions out as noise.",
    source="Ester, Kriegel, Sander, Xu 1996",
    synonyms=("density-based clustering", "density clustering", "noise", "epsilon neighbourhood"),
    needs=(*needs.POINTS, needs.at_most(20_000, "each row is compared with all the others")),
    starts=(Dense,),
    handles=(
        Handle(
            label="the radius",
            make=with_radius,
            positions=held_radius,
            most=lambda params: 1,
            surface=CHART,
            step=at_every_step,
            rod=True,
            level=True,
            help=radius_told,
            question=True,
        ),
    ),
    decided=(SetByStart("radius", lambda model: model.radius, "the radius is held by hand"),),
    metric=True,
)
