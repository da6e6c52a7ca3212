"""What a comparison looks like: both models side by side, the fold differences, McNemar's table, the bootstrap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Gallery, Mark, Matrix, Panel, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.resampling.asking import loss_of
from engine.families.resampling.classifier_comparison.both import Params
from engine.families.resampling.classifier_comparison.loop import Step
from engine.families.resampling.losses import unit_of
from engine.families.resampling.picturing import areas
from engine.maths.probability.histogram import edges
from engine.parts.panels import dots

MODELS = Surface("gallery", "Both models of this fold")
FOLDS = Surface("chart", "Difference of each fold, A minus B", "fold")
TABLE = Surface("table", "McNemar's counts")
MEANS = Surface("chart", "Mean difference in the bootstrap samples", "A minus B, from", "samples")
KINDS = ("both right", "only A right", "only B right", "both wrong")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = []
    if step.part == "fold":
        test = np.sort(step.trials[0].test)
        drawn += [*areas(step.trials[0]), Points(data.X[test], "focus", rows=test), *models(step, data)]
    elif len(step.right) and data.target == "class" and step.part != "pause":
        drawn += [kinds(step, data), table(step, data)]
    if len(step.d) and step.part in ("fold", "paired"):
        drawn += folds(step, data, params)
    return [*drawn, *bootstrap_means(step, params)] if len(step.means) else drawn


def models(step: Step, data: Dataset) -> list[Mark]:
    """The areas of A and of B, with how many of the held-out rows each has wrong."""
    shared, panels = dots(data), []
    for name, trial in zip("AB", step.trials, strict=True):
        if trial.drawn is not None:
            panels.append(Panel(name, f"error {figure(trial.error, 3)}", trial.drawn, shared))
    return [Gallery(tuple(panels), MODELS)] if panels else []


def kind_of(step: Step) -> np.ndarray:
    """(m,) which of the KINDS each judged row is."""
    return np.asarray(2 * ~step.right[:, 0] + ~step.right[:, 1])


def kinds(step: Step, data: Dataset) -> Points:
    """The judged rows in the colours of their kind: right by both, by one alone, or by neither."""
    return Points(data.X[step.rows], "data", kind_of(step), rows=step.rows, names=KINDS)


def table(step: Step, data: Dataset) -> Matrix:
    """The four counts; a click lights the rows."""
    members = np.full(data.n, -1)
    members[step.rows] = kind_of(step)
    return Matrix(
        step.counts.astype(float),
        ("A right", "A wrong"),
        ("B right", "B wrong"),
        "table",
        members=members,
        surface=TABLE,
    )


def folds(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """A bar for each fold: above 0 where A errs more. The line is the mean so far."""
    chart = replace(FOLDS, y=f"{unit_of(loss_of(params, data))}, A minus B")
    here = np.flatnonzero((step.scored == step.number) & (step.part == "fold"))
    means = step.d.cumsum() / np.arange(1, len(step.d) + 1)
    labels, chosen = tuple(str(i + 1) for i in step.scored), int(here[0]) if len(here) else None
    return [Bars(step.d, labels, chosen=chosen, line=means, line_label="mean so far", surface=chart, steps=step.steps)]


def bootstrap_means(step: Step, params: Params) -> list[Mark]:
    """How often each mean difference came, where 0 is, and the interval."""
    ends = edges(np.append(step.means, 0.0))
    heights, _ = np.histogram(step.means, ends)
    top, width = 1.1 * float(heights.max()), float(ends[1] - ends[0])
    drawn: list[Mark] = [Bars(heights.astype(float), tuple(figure(end, 2) for end in ends[:-1]), surface=MEANS)]
    for value, role, label in (
        *((end, "margin", "") for end in step.interval(params.level)),
        (0.0, "boundary", "no difference"),
    ):
        place = (value - float(ends[0])) / width - 0.5
        drawn.append(
            Curve(
                np.array([[place, 0.0], [place, top]]),
                "margin" if role == "margin" else "boundary",
                label=label,
                surface=MEANS,
            )
        )
    return drawn
