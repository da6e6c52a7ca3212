"""What a step of the gradient check looks like: a bar for the formula, a dot for the differences; E along the nudge."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.numerical_tools.gradient_check.functions import FUNCTIONS
from engine.families.numerical_tools.gradient_check.loop import Params, Step
from engine.parts.line import line_marks

BARS = Surface("chart", "Gradient", "weight of", "slope, per nudge")
ALONG = Surface("chart", "E along the nudge", "nudge of the weight, in h", "E − E(w)")
REACH = np.linspace(-1.5, 1.5, 61)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model, "probability"), *line_marks(step.model, "boundary", normal=True)]
    return drawn if step.i < 0 else [*drawn, compared(step, data), *along(step, data, params)]


def compared(step: Step, data: Dataset) -> Bars:
    """A bar and a dot for each coordinate so far; one that differs has a rim."""
    seen = np.arange(step.i + 1)
    return Bars(
        (step.formula * step.nudges)[seen],
        names(data)[: step.i + 1],
        line=step.numeric * step.nudges[seen],
        line_label="central differences",
        chosen=step.i,
        lit=step.off[seen],
        steps=seen + 1,
        surface=BARS,
    )


def names(data: Dataset) -> tuple[str, ...]:
    """What each weight belongs to."""
    return ("bias", *data.feature_names)


def along(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """E over the nudge, and the straight line of central differences through both its ends."""
    E, t = FUNCTIONS[params.error], zero_one(data)
    a, column = data.design @ step.model.packed, step.nudges[step.i] * data.design[:, step.i]
    heights = (E.rows(a + REACH[:, None] * column, t) - E.rows(a, t)).sum(axis=1)
    ends = np.array([[-1.0, step.down - step.here], [1.0, step.up - step.here]])
    return [
        Curve(np.column_stack([REACH, heights]), "boundary", surface=ALONG),
        Curve(ends, "margin", surface=ALONG),
        Points(ends, "plain", labels=("E(w − h)", "E(w + h)"), surface=ALONG),
    ]
