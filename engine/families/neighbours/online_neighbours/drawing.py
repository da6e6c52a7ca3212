"""What a step of online neighbours looks like: what is stored, the areas before and after, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import counted
from engine.core.marks import Bars, Gallery, Mark, Panel, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.neighbours.online_neighbours.loop import Params, Step
from engine.models.neighbours import Asked, Query
from engine.parts.balls import ball
from engine.parts.nearest import to_rows
from engine.parts.panels import dotted

CHANGE = Surface("gallery", "Boundary before and after")
COST = Surface("chart", "Operations so far", "", "operations on a coordinate")
AWAY = 0.12
"""The size of a row that is not stored, beside the others."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z = step.model.point
    sizes = np.full(data.n, AWAY)
    sizes[step.kept] = 1.0
    drawn: list[Mark] = [Points(data.X, "data", data.codes, sizes, rows=np.arange(data.n), names=data.class_titles)]
    if isinstance(step.model, Asked):
        near = step.model.known.neighbours(z[None])
        rows = step.kept[near.rows[0]]
        drawn = [Region(step.model.known, "labels"), *drawn, *to_rows(z, rows, data, data.codes)]
        drawn += ball(step.model.known.metric, z, float(near.distances[0, -1]))
    if step.rows is not None:
        drawn.append(Points(data.X[step.rows], "support" if step.part == "learn" else "ghost", rows=step.rows))
    drawn.append(Points(z[None], "focus", labels=("z",)))
    return [*drawn, bars(step), *change(step, data)]


def change(step: Step, data: Dataset) -> list[Mark]:
    """The areas before this step and after it."""
    if step.before is None or step.rows is None:
        return []
    former = np.setdiff1d(step.kept, step.rows) if step.part == "learn" else np.union1d(step.kept, step.rows)
    return [
        Gallery((_panel("before", step.before, former, data), _panel("after", step.model, step.kept, data)), CHANGE)
    ]


def _panel(title: str, model: Query, kept: np.ndarray, data: Dataset) -> Panel:
    rows = kept[dotted(len(kept))] if len(kept) else kept
    dots = Points(data.X[rows], "data", data.codes[rows], rows=rows)
    known = model.known if isinstance(model, Asked) else None
    return Panel(title, counted(len(kept), "row"), known, dots, role="focus" if title == "after" else "plain")


def bars(step: Step) -> Bars:
    """What learning and asking cost neighbours, and what they cost the nearest mean."""
    meter = step.meter
    values = np.array([meter.stored, meter.compared, meter.updated, meter.matched], dtype=float)
    labels = ("neighbours: learn", "neighbours: ask", "means: learn", "means: ask")
    return Bars(values, labels, surface=COST)
