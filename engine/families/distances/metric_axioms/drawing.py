"""What a step of the metric axioms looks like: a triangle with its sides, and the nearest row in either unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Mark, Matrix, Points, Segments
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.distances.metric_axioms.loop import TRIANGLE, Params, Step, gaps

NAMES = ("a", "b", "c")
UNITS = Surface("chart", "In the new units", square=True)
TABLE = Surface("table", "Distances of a, b and c")
DOTS = 2000


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = sides(step) if step.order is None else []  # the arrows to rows stand alone
    drawn.append(Points(step.points, "focus", labels=NAMES))
    if step.order is not None:
        to: Role = "spoke" if step.reordered is not None else "best"
        drawn.append(arrow(step.points[0], data.X[step.order[0]], to, int(step.order[0])))
    if step.reordered is not None:
        drawn.append(arrow(step.points[0], data.X[step.reordered[0]], "best", int(step.reordered[0])))
        drawn += in_units(step, data)
    if step.between is not None:
        drawn.append(Matrix(step.between, NAMES, NAMES, "table", title="d(row, column)", surface=TABLE))
    if step.rescaled is not None:
        title = "in the new units"
        drawn.append(Matrix(step.rescaled, NAMES, NAMES, "table", title=title, place=(1, 0), surface=TABLE))
    return drawn


def sides(step: Step) -> list[Mark]:
    """The three sides with their lengths; where the triangle inequality fails, the side that is too long."""
    ends = (0, 1, 2), (1, 2, 0)
    if step.between is None:
        return [Segments(step.points[list(ends[0])], step.points[list(ends[1])], "plain")]
    lengths = step.between[ends]
    fails = step.part == "triangle" and gaps(step.between)[TRIANGLE] > 0
    drawn: list[Mark] = []
    for one, other, length in zip(*ends, lengths.tolist(), strict=True):
        role: Role = (
            "wrong" if fails and length == lengths.max() else "boundary" if step.part == "triangle" else "plain"
        )
        drawn.append(Segments(step.points[[one]], step.points[[other]], role, labels=(figure(length),)))
    return drawn


def arrow(start: np.ndarray, end: np.ndarray, role: Role, row: int) -> Segments:
    """From a to the row nearest to it."""
    return Segments(start[None], end[None], role, arrows=True, rows=np.array([row]))


def in_units(step: Step, data: Dataset) -> list[Mark]:
    """The first two features in their new units, with a unit as long on both axes: near is what looks near."""
    if data.d < 2 or step.scales is None or step.reordered is None or step.order is None:
        return []
    across, up = (
        f"{figure(float(scale))} × {column.title}"
        for scale, column in zip(step.scales[:2], data.columns[:2], strict=True)
    )
    here = replace(UNITS, x=across, y=up)
    rows = np.linspace(0, data.n - 1, min(data.n, DOTS)).astype(int)
    X, points = data.X[:, :2] * step.scales[:2], step.points[:, :2] * step.scales[:2]
    groups = data.codes[rows] if data.target == "class" else None
    drawn: list[Mark] = [Points(X[rows], "data", groups, rows=rows, names=data.class_titles, surface=here)]
    ends: tuple[tuple[np.ndarray, Role], ...] = ((step.order, "spoke"), (step.reordered, "best"))
    for order, role in ends:
        drawn.append(Segments(points[:1], X[order[:1]], role, arrows=True, surface=here))
    return [*drawn, Points(points, "focus", labels=NAMES, surface=here)]
