"""What a step of the balls looks like: their outlines around a point, the rows inside, and their areas as bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Ellipse, Mark, Points
from engine.core.surfaces import PLANE, Surface
from engine.data.dataset import Dataset
from engine.families.distances.unit_balls.loop import NAMES, Params, Step, order
from engine.parts.balls import ball

BALLS = Surface("chart", "Balls around x", square=True)
DOTS = 2000
"""Of more rows so many are drawn."""
AREAS = Surface("chart", "Area of each ball", "", "area")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    axes = list(params.axes(data))
    X, there = data.X[:, axes], surface(data, params)
    outlines: list[Mark] = []
    for p in step.known:
        if p == 0 and step.covariance is not None:
            outlines.append(Ellipse(step.x, step.covariance, params.deviations, "boundary"))
        elif p:
            outlines += ball(order(p), step.x, step.radius, "boundary" if p == step.order else "plain")
    drawn: list[Mark] = [replace(one, surface=there) for one in outlines]
    if there is not PLANE:
        kept = np.linspace(0, data.n - 1, min(data.n, DOTS)).astype(int)
        groups = data.codes[kept] if data.target == "class" else None
        drawn.append(Points(X[kept], "data", groups, rows=kept, names=data.class_titles, surface=there))
    if step.inside is not None and len(step.inside):
        drawn.append(Points(X[step.inside], "support", rows=step.inside, surface=there))
    drawn.append(Points(step.x[None], "focus", labels=("x",), surface=there))
    if step.areas:
        names = tuple(called(p) for p in step.known)
        drawn.append(Bars(np.array(step.areas), names, chosen=len(names) - 1, surface=AREAS))
    return drawn


def surface(data: Dataset, params: Params) -> Surface:
    """The plane where it is that of the two features in this order; of more features a chart of two."""
    i, j = params.axes(data)
    if data.d == 2 and (i, j) == (0, 1):
        return PLANE
    return replace(BALLS, x=data.columns[i].title, y=data.columns[j].title)


def called(p: float) -> str:
    """The name of a ball: its order, and its distance where that has a name of its own."""
    if p == 0:
        return "Mahalanobis"
    order_of = "p = ∞" if np.isinf(p) else f"p = {figure(p)}"
    return f"{order_of} {NAMES[p]}" if p in NAMES else order_of
