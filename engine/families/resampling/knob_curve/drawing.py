"""What a value of the knob looks like: its boundary, and both errors over all values so far, with the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.resampling.asking import loss_of, setup
from engine.families.resampling.knob_curve.loop import Params, Step, chosen_place
from engine.families.resampling.knobs import Knob, knob_of, simpler_first
from engine.families.resampling.losses import unit_of
from engine.families.resampling.picturing import areas, mistakes

CURVES = Surface("chart", "Error by the parameter")


def the_knob(step: Step, data: Dataset, params: Params) -> Knob:
    """The parameter that is tried, and its values."""
    return knob_of(setup(data, params).learner, params, min(len(train) for train, _ in step.parts))


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = []
    if step.part == "start" and len(step.parts) == 1:
        drawn.append(Points(data.X[step.parts[0][1]], "focus", rows=step.parts[0][1]))
    if step.trials:
        drawn += [*areas(step.trials[0]), *mistakes(step.trials[0], data)]
    return [*drawn, *curves(step, data, params)] if len(step.places) else drawn


def curves(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """Both errors, that on the rows learnt from dashed, with a standard error about the other; the value in view and
    the best; and on which side of it the learner is too stiff or too free.
    """
    knob = the_knob(step, data, params)
    every = knob.places()
    x, E = every[step.places], step.validation
    chart = framed(knob, every, step, unit_of(loss_of(params, data)))
    off = np.column_stack([0 * x, step.errors_off])
    training, validation = (np.column_stack([x, one]) for one in (step.training, E))
    best = int(np.flatnonzero(step.places == chosen_place(step, params.one_se))[0])
    here = np.flatnonzero(step.places == step.number)
    words = (f"best: {knob.told(int(step.places[best]))}",)
    outer = len(here) > 0 and here[0] == best  # a ring around the best has its words beside it, not under it
    return [
        Segments(validation - off, validation + off, "spoke", surface=chart),
        Curve(training, "ghost", label="training", surface=chart),
        Curve(validation, "boundary", label="validation", surface=chart),
        Points(validation, "plain", steps=step.steps, surface=chart),
        *zones(x, best, step, chart),
        Points(validation[[best]], "best", labels=() if outer else words, surface=chart),
        Points(validation[here], "focus", labels=words if outer else ("",) * len(here), surface=chart),
    ]


def framed(knob: Knob, every: np.ndarray, step: Step, unit: str) -> Surface:
    """The chart with room for all values, also those that are still to be tried."""
    low, high = float(every.min()), float(every.max())
    room = 0.05 * (high - low) or 1.0
    top = max(float((step.validation + step.errors_off).max()), float(step.training.max())) or 1.0
    name = f"log₁₀ of {knob.called}" if knob.in_decades else knob.called
    view = (low - room, high + room, -0.06 * top, 1.25 * top)
    return replace(CURVES, x=name, y=unit, view=view)


def zones(x: np.ndarray, best: int, step: Step, chart: Surface) -> list[Mark]:
    """The value chosen as an upright line, and beside it what is wrong with the values there."""
    assert chart.view is not None
    top = 0.96 * chart.view[3]
    line = np.array([[x[best], 0.0], [x[best], chart.view[3]]])
    stiff_left = simpler_first(step.training)[0] == 0
    drawn: list[Mark] = [Curve(line, "margin", surface=chart)]
    sides = ((-1, 1.0, "under-fitting" if stiff_left else "over-fitting"),
             (1, 0.0, "over-fitting" if stiff_left else "under-fitting"))  # fmt: skip
    room = 0.02 * (chart.view[1] - chart.view[0])
    for side, anchor, words in sides:
        beyond = x[best] > x.min() if side < 0 else x[best] < x.max()
        if beyond and step.training[0] != step.training[-1]:
            drawn.append(Text(np.array([x[best] + side * room, top]), words, anchor=(anchor, 1.0), surface=chart))
    return drawn
