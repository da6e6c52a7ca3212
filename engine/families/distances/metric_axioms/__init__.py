"""Metric axioms: is a distance one, and does another unit change who is near?   (Fréchet 1906)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart, at_every_step
from engine.data import needs
from engine.models.groups import Centres

ALGORITHM = Algorithm(
    __name__,
    name="Metric axioms and units",
    task="concept",
    summary="Tests identity, symmetry and the triangle inequality on three points, then changes the units of the axes.",
    source="Fréchet 1906; Deza and Deza 2016",
    synonyms=("triangle inequality", "scale of features", "change of unit", "metric space"),
    needs=(needs.rows(2), needs.features(1), needs.complete, needs.moderate, needs.not_tiny),
    starts=(Centres,),
    typed=("centres",),
    handles=(
        Handle(
            label="the points a, b and c",
            make=lambda positions, data, params, base=None: Centres(
                positions[[0, min(1, len(positions) - 1), len(positions) - 1]]
            ),
            positions=lambda model, data: model.centres,
            most=lambda params: 3,
            step=at_every_step,
            help=lambda data: "The axioms are tested on them.",
            question=True,
        ),
    ),
    decided=tuple(SetByStart(name, None, "the points are placed by hand") for name in ("first", "second", "third")),
    metric=True,
)
