"""K-means: give every point to its nearest centre, move every centre to the mean of its points.   (Lloyd 1957)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart
from engine.data import needs
from engine.models.groups import Centres

ALGORITHM = Algorithm(
    __name__,
    name="K-means",
    task="clustering",
    summary="Alternates two steps: assign points to the nearest centre, move each centre to the mean of its points.",
    source="Lloyd 1957; k-means++: Arthur and Vassilvitskii 2007",
    synonyms=("Lloyd's algorithm", "k-means++", "clustering", "centroids", "k means"),
    needs=needs.POINTS,
    starts=(Centres,),
    typed=("centres",),
    handles=(
        Handle(
            label="a starting centre",
            make=lambda positions, data, params, base=None: Centres(positions),
            positions=lambda model, data: model.centres,
            most=lambda params: params.k,
        ),
    ),
    decided=(
        SetByStart("k", lambda model: len(model.centres), "as many clusters as centres are placed"),
        SetByStart("seeding", None, "the centres are given"),
    ),
    metric=True,
    opens=True,
)
