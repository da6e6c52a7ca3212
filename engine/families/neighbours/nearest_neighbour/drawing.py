"""What a step of the nearest neighbour looks like: a circle that shrinks to the nearest row, and the cells of all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.families.neighbours.nearest_neighbour.loop import Params, Step
from engine.families.neighbours.nearest_neighbour.voronoi import Cells
from engine.parts.balls import ball
from engine.parts.nearest import to_rows

FEW = 300
"""With more rows the borders of their cells would cover the picture."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, known = step.model.point, step.model.known
    drawn: list[Mark] = []
    if step.part == "answer":
        drawn += [Region(known, "labels"), *cells(step, data, params)]
        drawn += to_rows(z, np.array([step.nearest]), data, data.codes)
    if step.part == "compare":
        drawn += to_rows(z, np.array([step.row]), data, data.codes)
        if step.nearest == step.row and step.rival >= 0:
            drawn += ball(known.metric, z, step.bar, "ghost")
    if step.nearest >= 0:
        rows = np.array([step.nearest])
        drawn += ball(known.metric, z, step.least)
        drawn.append(Points(data.X[rows], "support", rows=rows))
    return [*drawn, Points(z[None], "focus", labels=("z",))]


def cells(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The cell of every row, that of the nearest outlined, and the rows whose nearest other row is of another class."""
    if data.n > FEW:
        return []
    kept, drawn = kept_cells(step, data, params), list[Mark]()
    if kept.borders is not None:
        starts, ends, rows = kept.borders
        own = (rows == step.nearest).any(axis=1)
        drawn += [Segments(starts[~own], ends[~own], "shade"), Segments(starts[own], ends[own], "path")]
    if len(kept.contrary):
        drawn.append(Points(data.X[kept.contrary], "wrong", rows=kept.contrary))
    return drawn


def kept_cells(step: Step, data: Dataset, params: Params) -> Cells:
    """The cells of the rows; kept, because they are the same wherever the query is."""
    key = ("cells", params.distance, params.p, params.scale)
    return data.cached(key, lambda: Cells(step.model.known))
