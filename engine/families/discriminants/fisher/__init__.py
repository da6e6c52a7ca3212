"""Fisher's discriminant: look at the classes along the direction in which they overlap least.   (Fisher 1936)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle
from engine.data import needs
from engine.families.discriminants.fisher.starting import blank, middles, place, turned
from engine.models.linear import Hyperplane
from engine.models.projections import Discriminants
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle

ALGORITHM = Algorithm(
    __name__,
    name="Fisher's discriminant",
    task="classification",
    summary="Finds the directions along which the class means lie far apart for the scatter within the classes.",
    source="Fisher 1936; several classes: Rao 1948",
    needs=needs.CLASSES,
    starts=(Hyperplane, Discriminants),
    handles=(
        Handle(
            label="the direction to look along, from the mean",
            make=turned,
            positions=place,
            most=lambda params: 1 if params.basis == "none" else 0,
            anchor=lambda model, data: middles(data)[0],
        ),
        basis_handle(blank),
    ),
    decided=BASIS_DECIDED,
)
