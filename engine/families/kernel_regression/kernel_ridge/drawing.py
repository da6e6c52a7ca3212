"""What a step of kernel ridge regression looks like: the kernels around the rows, their heights and their sum."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Line, Mark, Matrix, Points, Region
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.kernel_regression.kernel_ridge.loop import Params, Step
from engine.parts.over_feature import target_title
from engine.parts.ranges import reach

HEIGHTS = Surface("chart", "Height of each kernel", "row", "aₙ", open=False)
KERNEL = Surface("table", "Kernel of the rows", open=False)
PLACES, BEYOND = 201, 0.2
"""A curve is drawn through so many of its points, and beyond the rows by this share of their range."""
FEW = 60
"""The kernel of so many rows at most is drawn, and the heights."""
BUMPS = 40
"""With more rows than this only the new kernels are drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model)]
    rows = np.arange(step.first, step.taken)
    if data.d == 1 and step.phase == "add":
        drawn += bumps(step, data)
    if step.phase == "add":
        drawn.append(Points(data.X[rows], "focus", rows=rows))
    if step.query is not None:
        alone = Points(step.query[None], "focus", labels=("z",))
        drawn.append(Line(np.ones(1), -float(step.query[0]), "axis", label="z") if data.d == 1 else alone)
    if data.n > FEW:
        return drawn
    names = tuple(map(data.row_name, range(data.n)))
    if step.phase != "kernel":
        drawn.append(Bars(step.a, names, chosen=step.taken - 1 if step.phase == "add" else None, surface=HEIGHTS))
    K = step.model.covariance.between(data.X, data.X)
    return [*drawn, Matrix(K, names, names, "heat", title="k(xₙ, xₘ)", surface=KERNEL)]


def bumps(step: Step, data: Dataset) -> list[Mark]:
    """The kernels of the rows that are new, and as ghosts those before, each standing on the mean; and their sum."""
    model, name = step.model, data.columns[0].title
    chart = Surface("chart", "The kernels so far, and their sum", name, target_title(data))
    low, high = (float(end[0]) for end in reach(data))
    room = BEYOND * (high - low) or 1.0
    places = np.linspace(low - room, high + room, PLACES)
    k = model.covariance.between(places[:, None], data.X)

    def curve(heights: np.ndarray, role: Role, label: str = "") -> Curve:
        return Curve(np.column_stack([places, model.mean + heights]), role, label=label, surface=chart)

    first = 0 if data.n <= BUMPS else step.first
    drawn: list[Mark] = []
    for row in range(first, min(step.taken, first + BUMPS)):
        drawn.append(curve(step.a[row] * k[:, row], "ghost" if row < step.first else "spoke"))
    return [*drawn, curve(k[:, : step.taken] @ step.a[: step.taken], "boundary", "sum")]
