"""What a step of power iteration looks like: the arrow that turns into the axis, the matrix, and how fast it goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from engine.core.marks import Curve, Ellipse, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.power_iteration.loop import Params, Step
from engine.families.reduction.power_iteration.starting import centre
from engine.maths.algebra.covariance import column_means

CELLS = 20
"""A matrix with more rows than this is not printed cell by cell."""
LEAST = -16.0
"""Less than this power of ten is drawn no lower."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    mean = column_means(data.X) if step.model is None else centre(step.model, data)
    drawn: list[Mark] = [Ellipse(mean, step.S, label="1 σ")] if data.d > 1 else []
    drawn += arrows(step) + matrices(step, data)
    if step.moves is not None:
        drawn += convergence(step)
    return [*drawn, Points(mean[None], "centre")]


def arrows(step: Step) -> list[Mark]:
    """The axes found, the vector on its way with where it pointed before; each a standard deviation long."""
    model = step.model
    if model is None:
        return []
    sizes = np.sqrt(model.variances)[:, None]
    ends, starts = model.mean + sizes * model.components, np.broadcast_to(model.mean, model.components.shape)
    on_its_way = step.stage in ("vector", "multiplied")
    found = len(ends) - on_its_way
    names = tuple(f"u{j + 1}" for j in range(found))
    drawn: list[Mark] = []
    if found:
        drawn.append(Segments(starts[:found], ends[:found], "margin" if on_its_way else "axis", labels=names))
    if step.before is not None:
        old = model.mean + sizes[-1] * step.before
        drawn.append(Segments(starts[-1:], old[None], "ghost", arrows=True))
    if on_its_way:
        drawn.append(Segments(starts[-1:], ends[-1:], "axis", arrows=True, labels=("v",)))
    return drawn


def matrices(step: Step, data: Dataset) -> list[Mark]:
    """S, or what is left of it: without the axes found, or turned."""
    style: Literal["table", "heat"] = "table" if len(step.S) <= CELLS else "heat"
    surface = Surface("table", "Matrix")
    names = (
        data.feature_names if step.stage not in ("rotated", "diagonal") else tuple(str(j + 1) for j in range(data.d))
    )
    title = {"rotated": "turned", "diagonal": "diagonal"}.get(step.stage, "S" if step.left is step.S else "left of S")
    row = None if step.turned is None else step.turned[0]
    return [Matrix(step.left, names, names, style, chosen_row=row, title=title, surface=surface)]


def convergence(step: Step) -> list[Mark]:
    """How far the vector has moved at each multiplication, in powers of ten; of turns what is left beside."""
    assert step.moves is not None
    powers = np.log10(np.maximum(step.moves, 10.0**LEAST))
    name = "largest beside the diagonal" if step.stage in ("rotated", "diagonal") else "how far v moved"
    surface = Surface("chart", "Convergence", "step", f"{name}, powers of ten")
    places = np.column_stack([np.arange(1, len(powers) + 1), powers])
    return [Curve(places, "path", dots=True, surface=surface), Points(places[-1:], "focus", surface=surface)]
