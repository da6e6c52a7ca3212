"""What a step of Metropolis sampling looks like: the chains, the step that is proposed, and the histogram of x₁."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Ellipse, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.sampling_methods.chain_drawing import WALKS, correlations, trace, walks
from engine.families.sampling_methods.metropolis.loop import Params, Step, kept
from engine.families.sampling_methods.targets import Target

HISTOGRAM = Surface("chart", "Histogram of x₁", "x₁", "density")
BINS = 40


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    target = params.target
    drawn = walks(target, step.draws, step.z, params.warm)
    if step.part == "proposal":
        drawn += proposing(step, params)
    if step.part == "move":
        drawn += trace(step.draws, params.warm, float(target.moments[0][0]))
    if step.worth is None:
        return drawn
    drawn += histogram(kept(step.draws, params)[:, 1:, 0].ravel(), target)
    return [*drawn, *(replace(mark, surface=replace(mark.surface, open=False)) for mark in correlations(step.worth))]


def proposing(step: Step, params: Params) -> list[Mark]:
    """The step that is proposed to the first chain, and a circle as wide as the scale around where it is."""
    assert step.before is not None
    chart, here = replace(WALKS, view=params.target.view), step.before[0]
    return [
        Ellipse(here, params.scale**2 * np.eye(2), role="ghost", label="s", surface=chart),
        Segments(here[None], step.proposal[None], "axis", arrows=True, surface=chart),
        Points(step.proposal[None], "focus", labels=("z′",), surface=chart),
    ]


def histogram(values: np.ndarray, target: Target) -> list[Mark]:
    """x₁ of all draws that are kept (m,), with the area 1, and its density."""
    low, high = target.view[:2]
    heights, edges = np.histogram(values, BINS, (min(low, values.min()), max(high, values.max())), density=True)
    outline = np.column_stack([np.repeat(edges, 2)[1:-1], np.repeat(heights, 2)])
    wanted = np.column_stack([target.axes[0], target.marginal])
    return [
        Curve(outline, "plain", label="draws", surface=HISTOGRAM),
        Curve(wanted, "boundary", label="p", surface=HISTOGRAM),
    ]
