"""What a bootstrap sample looks like: rows drawn often are large, those it lacks are ringed; the errors of all "
"so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.resampling.asking import loss_of
from engine.families.resampling.bootstrap.loop import Params, Step
from engine.families.resampling.losses import unit_of
from engine.families.resampling.picturing import areas, mistakes
from engine.maths.probability.histogram import edges

HISTOGRAM = Surface("chart", "Errors of the samples", "", "samples")
ESTIMATES = Surface("chart", "The three estimates", "")
LEAST = 0.5
"""The area of a row that a sample lacks, and by how much it grows each time the row is drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [*areas(step.trial)]
    if step.part == "sample" and step.trial is not None:
        groups = data.codes if data.target == "class" else None
        rows, sizes = np.arange(data.n), LEAST * (1.0 + step.copies)
        drawn.append(Points(data.X, "data", groups, sizes, rows=rows, names=data.class_titles))
        drawn.append(Points(data.X[step.trial.test], "focus", rows=step.trial.test))
        drawn += mistakes(step.trial, data)
    return [*drawn, *histogram(step, data, params), *estimates(step, data, params)] if len(step.errors) else drawn


def histogram(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """How many samples err so much, and the interval that holds most of them."""
    ends = edges(step.errors)
    heights, _ = np.histogram(step.errors, ends)
    here = min(int(np.searchsorted(ends, step.errors[-1], side="right")) - 1, len(heights) - 1)
    chart = replace(HISTOGRAM, x=f"{unit_of(loss_of(params, data))} out of the bag, from")
    chosen = max(here, 0) if step.part == "sample" else None
    width = float(ends[1] - ends[0])
    drawn: list[Mark] = [
        Bars(heights.astype(float), tuple(figure(end, 3) for end in ends[:-1]), chosen=chosen, surface=chart)
    ]
    for end in step.interval(params.level):
        place = (end - float(ends[0])) / width - 0.5
        line = np.array([[place, 0.0], [place, 1.1 * float(heights.max())]])
        drawn.append(Curve(line, "margin", surface=chart))
    return drawn


def estimates(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The training error, that out of the bag, and the one between."""
    values = np.array([step.training, step.estimate, step.out_of_bag])
    labels = ("training", ".632", "out of the bag")
    chart = replace(ESTIMATES, y=unit_of(loss_of(params, data)))
    return [Bars(values, labels, chosen=1, surface=chart)]
