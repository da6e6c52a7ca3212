"""What a step of a likelihood looks like: ln L and L over the parameter, and the sample under its distribution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.kinds import log_density
from engine.families.distributions.likelihood.holding import LIKELIHOOD, LOGARITHM, SAMPLE
from engine.families.distributions.likelihood.loop import Params, Step

DEEP = 30.0
"""ln L is drawn so far below its greatest value."""
STEMS = 200
"""So many points of the sample are drawn as stems."""
PLACES = 301


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = [*_sample(step)]
    if not step.number:
        return drawn
    top, ends = float(step.curve.max()), (float(step.grid[0]), float(step.grid[-1]))
    seen = step.curve >= max(top, step.total) - DEEP
    surface = replace(LOGARITHM, x=params.unknown)
    drawn.append(Curve(np.column_stack([step.grid, step.curve])[seen], "boundary", label="ln L", surface=surface))
    relative = replace(LIKELIHOOD, x=params.unknown, view=(*ends, -0.05, 1.1))
    shape = np.column_stack([step.grid, np.exp(step.curve - top)])
    drawn.append(Curve(shape, "boundary", label="L / max L", surface=relative))
    if not step.cannot and step.total >= top - DEEP:
        drawn.append(Points(np.array([[step.theta, step.total]]), "focus", surface=surface))
        share = float(np.exp(min(step.total - top, 0.0)))
        drawn.append(Points(np.array([[step.theta, share]]), "focus", surface=relative))
    if step.best is not None and step.top is not None:
        drawn.append(Points(np.array([[step.best, step.top]]), "best", labels=("best",), surface=surface))
    return drawn


def _sample(step: Step) -> list[Mark]:
    """A stem for each point so far, up to its density; the distribution behind them."""
    first, last = step.kind.seen
    first, last = min(first, float(step.x.min())), max(last, float(step.x.max()))
    x = np.arange(first, last + 1) if step.kind.discrete else np.linspace(first, last, PLACES)
    heights = np.exp(log_density(step.kind, x))
    room = 0.5 if step.kind.discrete else 0.0
    top = float(heights.max())
    surface: Surface = replace(SAMPLE, view=(first - room, last + room, -0.05 * top, 1.12 * top))
    drawn: list[Mark] = []
    if step.kind.discrete:
        feet = np.column_stack([x, np.zeros(len(x))])
        drawn.append(Segments(feet, np.column_stack([x, heights]), "boundary", surface=surface))
    else:
        drawn.append(Curve(np.column_stack([x, heights]), "boundary", surface=surface))
    taken = step.x[: step.number][-STEMS:]
    if len(taken):
        tops = np.column_stack([taken, np.exp(log_density(step.kind, taken))])
        drawn.append(Segments(tops * [1.0, 0.0], tops, "spoke", surface=surface))
        new = tops[-min(step.count, len(tops)) :] if step.part == "point" else tops[:0]
        drawn.append(Points(tops, "plain", sizes=np.full(len(tops), 0.4), surface=surface))
        if len(new):
            drawn.append(Points(new, "focus", surface=surface))
    return drawn
