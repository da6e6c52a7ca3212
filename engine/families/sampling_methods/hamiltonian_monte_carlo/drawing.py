"""What a step of Hamiltonian Monte Carlo looks like: the chains, and the way of the first one with its energy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.sampling_methods.chain_drawing import WALKS, correlations, trace, walks
from engine.families.sampling_methods.hamiltonian_monte_carlo.loop import Params, Step

HEIGHT = Surface("chart", "−ln p along the way of the first chain", "leapfrog step", "−ln p")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    target = params.target
    drawn = walks(target, step.draws, step.z, params.warm)
    if step.part == "path":
        return [*drawn, *rolling(step, params)]
    if step.part == "move":
        drawn += trace(step.draws, params.warm, float(target.moments[0][0]))
    return [*drawn, *correlations(step.worth)] if step.worth is not None else drawn


def rolling(step: Step, params: Params) -> list[Mark]:
    """The way of the first chain with its kick, as far as it is finite, and how high −ln p lies along it."""
    chart = replace(WALKS, view=params.target.view)
    with np.errstate(all="ignore"):
        heights = -params.target.log_p(step.path)
    known = int(np.argmin(np.isfinite(heights))) if not np.isfinite(heights).all() else len(heights)
    path, heights = step.path[:known], heights[:known]
    drawn: list[Mark] = [
        Segments(path[:1], path[:1] + params.size * step.kick, "axis", arrows=True, surface=chart),
        Points(path[-1:], "focus", surface=chart),
    ]
    if known > 1:
        drawn.insert(0, Curve(path, "boundary", surface=chart))
        drawn.append(Curve(np.column_stack([np.arange(known), heights]), "boundary", surface=HEIGHT))
        drawn.append(Points(np.array([[known - 1.0, heights[-1]]]), "focus", surface=HEIGHT))
    return drawn
