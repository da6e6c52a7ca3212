"""What an outer fold looks like: the inner errors of all values with the choice, and the errors inside and outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.resampling.asking import loss_of, setup
from engine.families.resampling.knobs import Knob, knob_of
from engine.families.resampling.losses import unit_of
from engine.families.resampling.nested_cross_validation.loop import Params, Step, smallest
from engine.families.resampling.picturing import areas, mistakes

INNER = Surface("chart", "Inner error of every value")
OUTER = Surface("chart", "Error outside (line: inside, as promised)", "outer fold")


def the_knob(data: Dataset, params: Params) -> Knob:
    """The parameter that is chosen, and its values."""
    return knob_of(setup(data, params).learner, params, smallest(data.n, params))


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [*areas(step.trial), *mistakes(step.trial, data)]
    if step.part == "fold":
        test = np.flatnonzero(step.fold == step.number)
        drawn.append(Points(data.X[test], "focus", rows=test))
    if step.part in ("fold", "all") and step.trial is not None:
        drawn += inner(step, data, params)
    return [*drawn, *outer(step, data, params)] if len(step.errors) else drawn


def inner(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The errors by which the value is chosen, and the value."""
    knob = the_knob(data, params)
    places = np.column_stack([knob.places(), step.inner])
    chart = replace(
        INNER, x=f"log₁₀ of {knob.called}" if knob.in_decades else knob.called, y=unit_of(loss_of(params, data))
    )
    words = (f"chosen: {knob.told(step.chosen)}",)
    return [
        Curve(places, "boundary", surface=chart),
        Points(places, "plain", surface=chart),
        Points(places[[step.chosen]], "focus", labels=words, surface=chart),
    ]


def outer(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """A bar for each outer fold; the line is what the choice promised."""
    chart = replace(OUTER, y=unit_of(loss_of(params, data)))
    here = np.flatnonzero((step.scored == step.number) & (step.part == "fold"))
    labels = tuple(str(i + 1) for i in step.scored)
    return [Bars(step.errors, labels, chosen=int(here[0]) if len(here) else None, line=step.promised, surface=chart)]
