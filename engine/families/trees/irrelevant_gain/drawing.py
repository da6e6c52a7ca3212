"""What irrelevant gains look like: their histogram, with the attributes of the table and the newest column marked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure, short
from engine.core.marks import Curve, Mark, Matrix, Points, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.irrelevant_gain.loop import Params, Step
from engine.maths.probability.histogram import edges, outline, shares

COUNTED = Surface("table", "The newest random column")
NAMED = 12
"""So many attributes of the table are marked, those with the largest gains."""
LISTED = 20
"""Of a column with more values than this the table is not shown."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    heights, ends = histogram(step)
    top = float(heights.max(initial=0.0)) or 1.0
    right = 1.08 * max(float(step.real.max()), float(step.gains.max(initial=0.0)), 1e-3)
    view = (-0.02 * right, right, -0.04 * top, 1.45 * top)
    surface = Surface("chart", "Gains of random columns", "gain in bits", "share of the random columns", view=view)
    drawn = [*attributes(step, data, top, surface)]
    if step.table is None:
        return drawn
    drawn.insert(0, Curve(outline(heights, ends), "boundary", label="random", surface=surface))
    drawn.append(Points(np.array([[step.gains[-1], 0.0]]), "focus", surface=surface))
    mean = float(step.gains.mean())
    foot, head = np.array([[mean, 0.0]]), np.array([[mean, 1.35 * top]])
    drawn.append(Segments(foot, head, "best", surface=surface))
    drawn.append(Text(head[0], f"mean {figure(mean)}", anchor=(0.0, 1.0), surface=surface))
    if len(step.table) <= LISTED:
        values = tuple(f"value {v}" for v in range(1, len(step.table) + 1))
        drawn.append(Matrix(step.table.astype(float), values, data.class_titles, "table", surface=COUNTED))
    return drawn


def histogram(step: Step) -> tuple[np.ndarray, np.ndarray]:
    """The share of the random columns (b,) in each bin, and the ends (b + 1,) of the bins."""
    if not len(step.gains):
        return np.zeros(0), np.zeros(1)
    ends = edges(np.append(step.gains, 0.0))
    return shares(step.gains, ends), ends


def attributes(step: Step, data: Dataset, top: float, surface: Surface) -> list[Mark]:
    """An upright line at the gain of each attribute, the names at different heights so that they can be read."""
    largest = np.argsort(-step.real, kind="stable")[:NAMED]
    at = step.real[largest]
    heights = top * (0.5 + 0.15 * (np.arange(len(at)) % 5))
    feet, tops = np.column_stack([at, np.zeros(len(at))]), np.column_stack([at, heights])
    names = tuple(short(data.columns[int(a)].title, 18) for a in largest)
    return [Segments(feet, tops, "axis", surface=surface), Points(tops, "plain", labels=names, surface=surface)]
