"""What a step of Gibbs sampling looks like: the chains, and the conditional that is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.sampling_methods.chain_drawing import WALKS, correlations, trace, walks
from engine.families.sampling_methods.gibbs_sampling.loop import Params, Step

CONDITIONAL = Surface("chart", "Conditional of the first chain", y="density")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    target = params.target
    drawn = walks(target, step.draws, step.z, params.warm, corners=True)
    if step.part == "draw":
        return [*drawn, *drawing_from(step, params)]
    if step.part == "sweep":
        drawn += trace(step.draws, params.warm, float(target.moments[0][0]))
    return [*drawn, *correlations(step.worth)] if step.worth is not None else drawn


def drawing_from(step: Step, params: Params) -> list[Mark]:
    """The line along which the first chain moves, its move, and the density along it with what is drawn."""
    assert step.j is not None and step.before is not None and step.conditional is not None
    target, j = params.target, step.j
    ends, chart = np.repeat(step.before[:1], 2, axis=0), replace(WALKS, view=target.view)
    ends[:, j] = target.view[2 * j : 2 * j + 2]
    axis, low, high = target.axes[j], *target.view[2 * j : 2 * j + 2]
    seen, top = (axis >= low) & (axis <= high), float(step.conditional.max())
    names = ("x₁", "x₂")
    below = replace(CONDITIONAL, x=f"{names[j]} given {names[1 - j]}", view=(low, high, -0.05 * top, 1.1 * top))
    x = float(step.z[0, j])
    tip = np.array([[x, float(np.interp(x, axis, step.conditional))]])
    return [
        Segments(ends[:1], ends[1:], "margin", surface=chart),
        Segments(step.before[:1], step.z[:1], "boundary", arrows=True, surface=chart),
        Points(step.z[:1], "focus", surface=chart),
        Curve(np.column_stack([axis, step.conditional])[seen], "boundary", surface=below),
        Segments(tip * [1.0, 0.0], tip, "spoke", surface=below),
        Points(tip, "focus", labels=("draw",), surface=below),
    ]
