"""What a step of the Parzen window looks like: a circle of fixed radius, the rows inside, and their votes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.neighbours.parzen.loop import Params, Step
from engine.families.neighbours.weighing_drawing import bars
from engine.parts.balls import ball
from engine.parts.nearest import to_rows

INSIDE = Surface("chart", "Rows inside", "class", "rows")
NEIGHBOURS = 3
"""The window is compared with the ball of so many nearest neighbours."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, known = step.model.point, step.model.known
    drawn: list[Mark] = [Region(known, "probability")] if step.part == "answer" else []
    drawn += ball(known.metric, z, known.h)
    if step.counts is not None:
        inside = members(step)
        seen = inside if step.part == "answer" else np.arange(step.before, step.tested)
        drawn += to_rows(z, seen, data, data.codes)
        drawn.append(Points(data.X[inside], "support", rows=inside))
        drawn.append(bars(step.counts, step.answer, data, INSIDE))
    if step.part == "answer":
        drawn += beside(step)
    return [*drawn, Points(z[None], "focus", labels=("z",))]


def members(step: Step) -> np.ndarray:
    """The rows inside, of those that have been tested."""
    assert step.distances is not None
    return np.flatnonzero(step.distances[: step.tested] <= step.model.known.h)


def beside(step: Step) -> list[Mark]:
    """The ball of the nearest rows; of more than two features rows far outside of its shadow would seem to vote."""
    metric = step.model.known.metric
    return ball(metric, step.model.point, grown(step.distances)[1], "ghost") if metric.n_features <= 2 else []


def grown(distances: np.ndarray | None) -> tuple[int, float]:
    """How many rows the ball of k nearest neighbours holds, and how far it reaches for them."""
    assert distances is not None
    k = min(NEIGHBOURS, len(distances))
    return k, float(np.sort(distances)[k - 1])
