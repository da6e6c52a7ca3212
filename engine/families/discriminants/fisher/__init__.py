"""Fisher's discriminant: look at the classes along the direction in which they overlap least.   (Fisher 1936)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart
from engine.data import needs
from engine.families.discriminants.fisher.starting import (
    CHART,
    blank,
    boundary,
    boundary_through,
    called,
    cut_at,
    is_held,
    middles,
    place,
    threshold,
    turned,
)
from engine.models.linear import Hyperplane
from engine.models.projections import Discriminants
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.line import sides

ALGORITHM = Algorithm(
    __name__,
    name="Fisher's discriminant",
    task="classification",
    summary="Finds the projections that separate the class means best, relative to the scatter within the classes.",
    source="Fisher 1936; several classes: Rao 1948",
    synonyms=("Fisher LDA", "LDA projection", "Fisher criterion", "between and within scatter"),
    needs=needs.CLASSES,
    starts=(Hyperplane, Discriminants),
    handles=(
        Handle(
            label="the projection direction, from the mean",
            make=turned,
            positions=place,
            most=lambda params: 1 if params.basis == "none" else 0,
            anchor=lambda model, data: middles(data)[0],
            help=lambda data: "The histograms show the projections of the points on it.",
        ),
        basis_handle(blank),
        Handle(
            label="the threshold",
            make=cut_at,
            positions=threshold,
            most=lambda params: 1,
            surface=CHART,
            rod=True,
            help=called,
        ),
        Handle(
            label="the boundary, where w · x is the threshold",
            make=boundary_through,
            positions=boundary,
            most=lambda params: 2 if params.basis == "none" else 0,
            rod=True,
            help=sides,
        ),
    ),
    decided=(*BASIS_DECIDED, SetByStart("threshold", None, "it was put by hand", is_held)),
    metric=True,
    opens=True,
)
