"""What a step of the balls looks like: their outlines around a point, the rows inside, and their areas as bars."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Ellipse, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distances.unit_balls.loop import NAMES, Params, Step, order
from engine.parts.balls import ball

AREAS = Surface("chart", "Area of each ball", "", "area")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    x = step.model.point
    drawn: list[Mark] = []
    for p in step.known:
        if p == 0 and step.covariance is not None:
            drawn.append(Ellipse(x, step.covariance, params.deviations, "boundary"))
        elif p:
            drawn += ball(order(p), x, step.radius, "boundary" if p == step.order else "plain")
    if step.inside is not None and len(step.inside):
        drawn.append(Points(data.X[step.inside], "support", rows=step.inside))
    drawn.append(Points(x[None], "focus", labels=("x",)))
    if step.areas:
        names = tuple(called(p) for p in step.known)
        drawn.append(Bars(np.array(step.areas), names, chosen=len(names) - 1, surface=AREAS))
    return drawn


def called(p: float) -> str:
    """The name of a ball: its order, and its distance where that has a name of its own."""
    if p == 0:
        return "Mahalanobis"
    order_of = "p = ∞" if np.isinf(p) else f"p = {figure(p)}"
    return f"{order_of} {NAMES[p]}" if p in NAMES else order_of
