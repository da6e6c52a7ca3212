"""What a step of choosing k looks like: the boundary of this k beside others, and the errors of all so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Gallery, Mark, Panel, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.neighbours.choosing_k.loop import Params, Step, largest_k
from engine.parts.panels import dots

ERRORS = Surface("chart", "Error by k", "k", "share of errors")
BOUNDARIES = Surface("gallery", "Boundaries")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.model is None:
        kept = np.sort(np.concatenate([part.kept for part in step.parts]))
        return [Points(data.X[kept], "best", rows=kept)] if len(step.parts) == 1 else []
    drawn: list[Mark] = [Region(step.model, "labels")]
    if step.part == "k":
        drawn.append(Points(data.X[step.missed], "wrong", rows=step.missed))
    return [*drawn, *errors(step, params), boundaries(step, data)]


def errors(step: Step, params: Params) -> list[Mark]:
    """Both curves so far, that of the rows learnt from dashed, the k in view, and the best."""
    ks = np.arange(1.0, step.k + 1)
    most, top = largest_k(step.parts, params), max(step.validation.max(), step.training.max(), 0.05)
    chart = replace(ERRORS, view=(0.5 - 0.02 * most, 0.5 + 1.08 * most, -0.06 * top, 1.12 * top))
    training, validation = (np.column_stack([ks, curve]) for curve in (step.training, step.validation))
    here, words = in_view(step), (f"best: k = {step.best}",)
    outer = here == step.best  # a ring around the best has its words beside it, not under it
    return [
        Curve(training, "ghost", label="training", surface=chart),
        Curve(validation, "boundary", label="validation", dots=True, surface=chart),
        Points(validation[[step.best - 1]], "best", labels=() if outer else words, surface=chart),
        Points(validation[[here - 1]], "focus", labels=words if outer else (), surface=chart),
    ]


def boundaries(step: Step, data: Dataset) -> Gallery:
    """The areas of one neighbour, of the best k so far and of the k in view, side by side."""
    examples, here = dots(data), in_view(step)
    panels = tuple(
        Panel(
            f"k = {k}{', the best' if k == step.best else ''}",
            f"error {figure(step.validation[k - 1], 2)}",
            step.tried[k - 1],
            examples,
            role="focus" if k == here else "plain",
            step=k,
        )
        for k in dict.fromkeys((1, step.best, step.k))
    )
    return Gallery(panels, BOUNDARIES)


def in_view(step: Step) -> int:
    """The k that a step is about: that just tried, in the end the best."""
    return step.best if step.part == "choose" else step.k
