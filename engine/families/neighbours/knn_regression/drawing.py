"""What a step of k nearest neighbours for a number looks like: on the plane, and the targets over one feature."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.families.neighbours.knn_regression.loop import Params, Step
from engine.models.neighbours import NeighbourMean
from engine.parts.balls import ball
from engine.parts.nearest import to_rows
from engine.parts.over_feature import chart_over, dots_over, target_title

SAMPLES = 400
"""So many places of a curve are asked; where the mean is a staircase, its steps are found between them."""
HALVINGS = 14
"""How often the way between two places with different answers is halved."""
ROUNDING = 1e-12
"""Means that differ by this share of the largest target are equal: their terms were added in another order."""
FEW = 400
"""With more rows than this the steps lie closer than the samples."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, near = step.model.point, step.near
    answer = step.model.known.predict(z[None])  # so high the query stands where the target goes up
    drawn: list[Mark] = [Region(step.model.known)]
    if step.part == "distance" and step.distances is not None:
        drawn += to_rows(z, np.arange(step.before, len(step.distances)), data, height=answer)
    if len(near):
        drawn += [*to_rows(z, near, data, height=answer), *ball(step.model.known.metric, z, step.radius)]
        drawn.append(Points(data.X[near], "best", rows=near))
    drawn.append(Points(z[None], "focus", labels=("z",), targets=answer))
    return [*drawn, *over_feature(step, data, params)]


def over_feature(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The targets over the first feature, the neighbours, and the answer everywhere along it."""
    z, near = step.model.point, step.near
    others = "" if data.d == 1 else ", the other features as the query has them"
    chart = chart_over(data, 0, f"{target_title(data)} over {data.columns[0].title}{others}")
    dots = dots_over(data, 0, chart)
    places = dots.positions
    drawn: list[Mark] = [dots]
    if len(near):
        drawn.append(dots_over(data, 0, chart, near, "best"))
    if step.answer is None:
        ends = np.array([[z[0], places[:, 1].min()], [z[0], places[:, 1].max()]])
        return [*drawn, Curve(ends, "axis", surface=chart)]
    drawn.append(Curve(staircase(step.model.known, z, data.X[:, 0], params), "boundary", surface=chart))
    here = np.array([[z[0], step.answer]])
    feet = np.column_stack([places[near, 0], np.full(len(near), step.answer)])
    drawn.append(Segments(feet, places[near], "ghost", surface=chart))
    drawn.append(
        Curve(np.array([[feet[:, 0].min(), step.answer], [feet[:, 0].max(), step.answer]]), "margin", surface=chart)
    )
    return [*drawn, Points(here, "focus", labels=("z",), surface=chart)]


def staircase(known: NeighbourMean, z: np.ndarray, x: np.ndarray, params: Params) -> np.ndarray:
    """(m, 2) the answer along the first feature through z (d,), over the range of x; its steps are upright."""
    low, high = min(float(x.min()), float(z[0])), max(float(x.max()), float(z[0]))
    room = 0.05 * (high - low)
    along = np.linspace(low - room, high + room, SAMPLES)
    heights = _asked(known, z, along)
    if params.weights != "equal" or len(known.X) > FEW:
        return np.column_stack([along, heights])
    rounding = ROUNDING * float(np.abs(known.t).max())
    jumps = np.flatnonzero(np.abs(np.diff(heights)) > rounding)
    left, right, level = along[jumps].copy(), along[jumps + 1].copy(), heights[jumps]
    for _ in range(HALVINGS):
        middle = left + (right - left) / 2
        same = np.abs(_asked(known, z, middle) - level) <= rounding
        left, right = np.where(same, middle, left), np.where(same, right, middle)
    corners = np.repeat(left, 2)
    steps = np.column_stack([corners, np.column_stack([level, heights[jumps + 1]]).ravel()])
    curve = np.insert(np.column_stack([along, heights]), np.repeat(jumps + 1, 2), steps, axis=0)
    return np.asarray(curve)


def _asked(known: NeighbourMean, z: np.ndarray, along: np.ndarray) -> np.ndarray:
    """The answers at places whose first feature is `along` (m,) and the others those of z."""
    places = np.tile(z, (len(along), 1))
    places[:, 0] = along
    return known.predict(places)
