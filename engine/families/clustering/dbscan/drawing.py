"""What a step of DBSCAN looks like: the circle of the row looked at, the queue, the groups so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Ellipse, Line, Mark, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.families.clustering.dbscan.loop import UNSEEN, Params, Step
from engine.families.clustering.dbscan.starting import CHART
from engine.models.densities import NOISE
from engine.parts.nearest import spokes

CORE, BORDER, LEFT = 1.6, 0.7, 0.3
"""The sizes of cores, of border points and noise, and of rows not looked at."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    labels = step.labels
    names = tuple(f"group {k + 1}" for k in range(int(labels.max(initial=-1)) + 1))
    sizes = np.where(step.core, CORE, np.where(labels == UNSEEN, LEFT, BORDER))
    drawn: list[Mark] = [Region(step.model)]
    groups = np.maximum(labels, -1)
    drawn.append(Points(data.X, "data", groups=groups, sizes=sizes, rows=np.arange(data.n), names=names))
    noise = np.flatnonzero(labels == NOISE)
    drawn.append(Points(data.X[noise], "wrong", rows=noise))
    if step.queue is not None:
        drawn.append(Points(data.X[step.queue], "support", rows=step.queue))
    return [*drawn, *neighbourhood(step, data), *reach(step)]


def neighbourhood(step: Step, data: Dataset) -> Iterator[Mark]:
    """The row looked at, the circle of radius ε around it, and a line to each row inside."""
    if step.row is None or step.near is None:
        return
    here, others = data.X[step.row], step.near[step.near != step.row]
    if len(others):
        yield from spokes(here, data.X[others])
    yield Ellipse(here, np.eye(data.d) * step.around.radius**2, 1.0, "boundary")
    yield Points(here[None], "focus", rows=np.array([step.row]))


def reach(step: Step) -> Iterator[Mark]:
    """How far the m-th nearest row of each row is, and ε among these."""
    around, far = step.around, step.around.reaches
    there = replace(CHART, x="rows, the densest first (%)", y=f"distance to row m = {around.least}, itself the first")
    across = np.linspace(0.0, 100.0, len(far))
    yield Curve(np.column_stack([across, far]), "axis", surface=there)
    yield Line(np.array([0.0, 1.0]), -around.radius, "boundary", label=f"ε = {figure(around.radius)}", surface=there)
    cores = 100.0 * float((far <= around.radius).mean())
    foot, top = np.array([[cores, 0.0]]), np.array([[cores, around.radius]])
    yield Segments(foot, top, "path", surface=there)
