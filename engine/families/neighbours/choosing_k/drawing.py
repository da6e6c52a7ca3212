"""What a step of choosing k looks like: the boundary of this k, and the errors of all so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.neighbours.choosing_k.loop import Params, Step, largest_k

ERRORS = Surface("chart", "Error by k", "k", "share of errors")
ROOM = 0.08
"""A small picture shows so much more than the rows, as a share of their range."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.model is None:
        kept = np.sort(np.concatenate([part.kept for part in step.parts]))
        return [Points(data.X[kept], "best", rows=kept)] if len(step.parts) == 1 else []
    drawn: list[Mark] = [Region(step.model, "labels")]
    if step.part == "k":
        drawn.append(Points(data.X[step.missed], "wrong", rows=step.missed))
    drawn += errors(step, params)
    return [*drawn, *thumbnails(step, data)] if step.part == "choose" else drawn


def errors(step: Step, params: Params) -> list[Mark]:
    """Both curves so far, the k in view, and the best."""
    ks = np.arange(1.0, step.k + 1)
    most, top = largest_k(step.parts, params), max(step.validation.max(), step.training.max(), 0.05)
    chart = replace(ERRORS, view=(0.5 - 0.02 * most, 0.5 + 1.04 * most, -0.06 * top, 1.12 * top))
    dots = step.k < 60
    training, validation = (np.column_stack([ks, curve]) for curve in (step.training, step.validation))
    drawn: list[Mark] = [
        Curve(training, "path", label="training", dots=dots, surface=chart),
        Curve(validation, "boundary", label="validation", dots=dots, surface=chart),
        Points(validation[[step.best - 1]], "best", labels=(f"best: k = {step.best}",), surface=chart),
    ]
    here = step.best if step.part == "choose" else step.k
    return [*drawn, Points(validation[[here - 1]], "focus", surface=chart)]


def thumbnails(step: Step, data: Dataset) -> list[Mark]:
    """The boundaries of one neighbour, of the best k and of the largest, side by side; of two features."""
    if data.d != 2 or any(column.levels for column in data.columns):
        return []
    assert step.model is not None
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    room = ROOM * np.where(high > low, high - low, 1.0)
    (x0, y0), (x1, y1) = (low - room).tolist(), (high + room).tolist()
    view = (x0, x1, y0, y1)
    if not np.isfinite(view).all() or not (x0 < x1 and y0 < y1):
        return []
    drawn: list[Mark] = []
    for k in dict.fromkeys((1, step.best, step.k)):
        name = f"k = {k}{', the best' if k == step.best else ''}"
        chart = Surface("chart", name, data.columns[0].title, data.columns[1].title, view=view)
        drawn.append(Region(replace(step.model, k=k), "labels", chart))
        drawn.append(Points(data.X, "plain", groups=data.codes, names=data.class_names, surface=chart))
    return drawn
