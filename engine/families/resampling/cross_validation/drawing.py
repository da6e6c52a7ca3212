"""What a fold looks like: its model, its rows ringed among the others, and the errors of all folds so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.resampling.asking import loss_of
from engine.families.resampling.cross_validation.loop import Params, Step
from engine.families.resampling.losses import unit_of
from engine.families.resampling.picturing import areas

STRIP = Surface("chart", "Which rows are held out", "row", "fold")
CLASSES = Surface("chart", "Classes in each fold", "fold", "rows")
ERRORS = Surface("chart", "Error of each fold", "fold")
FEW = 24
"""So many folds or fewer have a bar each, and a colour; of more the mean so far is a curve."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.part == "start":
        return []
    drawn: list[Mark] = [*strip(step, data)]
    if step.part == "deal":
        return [*coloured(step, data), *drawn, *classes_of_folds(step, data)]
    drawn += areas(step.trial)
    if step.part == "fold":
        test = np.flatnonzero(step.fold == step.number)
        drawn.append(Points(data.X[test], "focus", rows=test))
    missed = wrong(step, data)
    drawn.append(Points(data.X[missed], "wrong", rows=missed))
    return [*drawn, *errors(step, data, params)]


def wrong(step: Step, data: Dataset) -> np.ndarray:
    """The rows of the fold in view that were misclassified; of all folds where none is in view."""
    if data.target != "class":
        return np.zeros(0, dtype=np.intp)
    missed = step.rows[step.answers != data.codes[step.rows]]
    return np.sort(missed[step.fold[missed] == step.number] if step.part == "fold" else missed)


def coloured(step: Step, data: Dataset) -> list[Mark]:
    """The rows in the colours of their folds."""
    if step.k > FEW:
        return []
    names = tuple(f"fold {i + 1}" for i in range(step.k))
    rows = np.flatnonzero(step.fold >= 0)
    return [Points(data.X[rows], "data", groups=step.fold[rows], rows=rows, names=names)]


def strip(step: Step, data: Dataset) -> list[Mark]:
    """The table from left to right, once for each fold: its rows are dots, in the colours of the classes."""
    rows = np.flatnonzero(step.fold >= 0)
    up = np.arange(1.0, step.k + 1)
    chart = replace(STRIP, view=(-0.03 * data.n, 1.03 * data.n + 1, 0.3, step.k + 0.7))
    places = np.column_stack([rows + 1.0, step.fold[rows] + 1.0])
    groups = data.codes[rows] if data.target == "class" else None
    first, last = (np.column_stack([np.full(step.k, x), up]) for x in (1.0, float(data.n)))
    drawn: list[Mark] = [] if step.k > FEW else [Segments(first, last, "ghost", surface=chart)]
    drawn += [Points(places, "plain", groups=groups, rows=rows, names=data.class_titles, surface=chart)]
    if step.part == "fold":
        here = step.fold[rows] == step.number
        drawn.append(Points(places[here], "focus", rows=rows[here], surface=chart))
    return drawn


def classes_of_folds(step: Step, data: Dataset) -> list[Mark]:
    """A stacked bar for each fold: how many rows of each class it has so far."""
    if data.target != "class" or step.k > FEW:
        return []
    labels, dealt, bases = tuple(str(i + 1) for i in range(step.k)), step.fold >= 0, np.zeros(step.k)
    drawn: list[Mark] = []
    for code in data.classes_present:
        counts = np.bincount(step.fold[dealt & (data.codes == code)], minlength=step.k).astype(float)
        colours = np.full(step.k, code)
        drawn.append(Bars(counts, labels, groups=colours, bases=bases, inside=True, surface=CLASSES))
        bases = bases + counts
    return drawn


def errors(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """A bar for each fold so far with the mean so far over them; of many folds the mean alone."""
    if not len(step.errors):
        return []
    chart, means = replace(ERRORS, y=unit_of(loss_of(params, data))), so_far(step.errors)
    if step.k > FEW:
        places = np.column_stack([step.scored + 1.0, means])
        top = float(means.max()) or 1.0
        named = replace(chart, name="Mean error so far", view=(0.0, step.k + 1.0, -0.06 * top, 1.12 * top))
        return [Curve(places, "boundary", surface=named), Points(places[-1:], "best", surface=named)]
    labels = tuple(str(i + 1) for i in step.scored)
    here = np.flatnonzero((step.scored == step.number) & (step.part == "fold"))
    return [
        Bars(
            step.errors, labels, chosen=int(here[0]) if len(here) else None,
            line=means, line_label="mean so far", surface=chart, steps=step.steps,
        )
    ]  # fmt: skip


def so_far(errors: np.ndarray) -> np.ndarray:
    """(i,) the mean of the errors up to each."""
    return np.asarray(errors.cumsum() / np.arange(1, len(errors) + 1))
