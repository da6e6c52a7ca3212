"""Principal axes as they are drawn however they were found: on the data, as a scree chart, as a projection."""

from __future__ import annotations

import numpy as np

from engine.base.words import percent
from engine.core.marks import Bars, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.models.projections import Components
from engine.parts.nearest import spokes

ARROWS = 60
"""With more points than this the heads of arrows would cover the picture."""
MOST = 30
"""How many bars a scree chart shows, and how many axes the tables and pictures show."""


def deviations(data: Dataset, mean: np.ndarray) -> list[Mark]:
    """A line from the mean to every point."""
    return spokes(mean, data.X, arrows=data.n <= ARROWS)


def axes(model: Components, newest: bool) -> list[Mark]:
    """A line of length √λ from the mean along each axis; the newest is an arrow."""
    ends = model.mean + np.sqrt(model.variances)[:, None] * model.components * model.scale
    starts = np.broadcast_to(model.mean, ends.shape)
    labels = tuple(f"u{j + 1}" for j in range(len(ends)))
    if not newest:
        return [Segments(starts, ends, "axis", labels=labels)]
    old = [Segments(starts[:-1], ends[:-1], "axis", labels=labels[:-1])] if len(ends) > 1 else []
    return [*old, Segments(starts[-1:], ends[-1:], "axis", arrows=True, labels=labels[-1:])]


def scree(variances: np.ndarray, total: float, found: int, chosen: int | None, shown: bool, first: int) -> list[Mark]:
    """The share of the variance along each axis, and the sum of the shares so far.

    found  so many axes have a step, one after the other from step `first` on
    """
    shares = variances[:MOST] / total
    names = tuple(str(j + 1) for j in range(len(shares)))
    place = chosen if chosen is not None and chosen < len(shares) else None
    line = np.cumsum(shares)
    surface = Surface("chart", "Scree", "axis", "share of the variance", open=shown)
    steps = np.where(np.arange(len(shares)) < found, first + np.arange(len(shares)), -1)
    return [Bars(shares, names, chosen=place, line=line, line_label="sum so far", surface=surface, steps=steps)]


def projection_surface(data: Dataset, model: Components, total: float, shown: bool = True) -> Surface:
    """The chart of the scores, its axes labelled with their shares of the variance."""
    labels = [f"u{j + 1} ({percent(value / total)})" for j, value in enumerate(model.variances[:2])]
    x, y = [*labels, ""][:2]
    return Surface("chart", "Projection", x, y, square=True, open=shown and data.d > 2)


def projection(data: Dataset, model: Components, total: float, shown: bool) -> list[Mark]:
    """The scores on the first two axes; on one axis, a strip."""
    scores, surface = on_two(model.transform(data.X)), projection_surface(data, model, total, shown)
    rows = np.arange(data.n)
    return [Points(scores, "data", groups=groups_of(data), rows=rows, names=data.class_titles, surface=surface)]


def on_two(scores: np.ndarray) -> np.ndarray:
    """(n, 2) the first two scores; the second is 0 where there is one axis only."""
    return scores[:, :2] if scores.shape[1] > 1 else np.column_stack([scores, np.zeros(len(scores))])


def groups_of(data: Dataset) -> np.ndarray | None:
    return data.codes if data.target == "class" else None
