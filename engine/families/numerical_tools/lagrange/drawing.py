"""What a step with Lagrange multipliers looks like: level lines, the constraint, and both slopes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Contours, Curve, Mark, Points, Segments, Text
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.numerical_tools.lagrange.loop import WAY, Params, Step
from engine.families.numerical_tools.lagrange.placing import HERE
from engine.families.numerical_tools.lagrange.problems import COUNTS, Problem, problem, shares

LEVELS = 9
ARROW = 0.16
"""The longer of the two arrows, as a share of the picture."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    asked = problem(params)
    chart = replace(HERE, x=asked.axes[0], y=asked.axes[1], view=asked.view, square=True)
    key = (params.problem, params.counts, params.first, params.second)
    drawn: list[Mark] = [
        Contours(asked.f, key, _levels(step, asked), role="spoke", fill=True, surface=chart),
        Curve(asked.way(WAY), "boundary", label="g = 0", surface=chart),
    ]
    if step.found is None:
        drawn += _slopes(step.here, asked, chart, named=True) if step.slope_f is not None else []
        drawn.append(Points(step.here[None], "focus", surface=chart))
    else:
        for k, place in enumerate(step.found):
            drawn += _slopes(place, asked, chart, named=k == 0)
        drawn.append(Points(step.found, "best", surface=chart))
    if step.along is not None:
        drawn += _along(step, asked)
    if params.problem == COUNTS and step.found is not None:
        q = shares(params.counts)
        surface = Surface("chart", "Shares", "count", "share q", open=step.along is None)
        drawn.append(Bars(q, tuple(f"c{k + 1} = {figure(c)}" for k, c in enumerate(params.counts)), surface=surface))
    return drawn


def _levels(step: Step, asked: Problem) -> tuple[float, ...]:
    """Level lines through the place in view, and those to either side over the range of the constraint."""
    heights = asked.f(asked.way(WAY))
    low, high = float(heights.min()), float(heights.max())
    low = max(low, high - 4.0 * (high - float(np.median(heights)) or 1.0))  # a logarithm falls without end
    spread = np.linspace(low, high + 0.3 * (high - low), LEVELS)
    touched = [step.height] if step.heights is None else step.heights.tolist()
    return tuple(sorted({*spread.tolist(), *touched}))


def _slopes(place: np.ndarray, asked: Problem, chart: Surface, named: bool) -> list[Mark]:
    """∇f and ∇g from a place, as long as they are beside each other; and what is left of ∇f along the constraint."""
    f, g = asked.slope_f(place), asked.slope_g(place)
    longest = max(float(np.linalg.norm(f)), float(np.linalg.norm(g)))
    unit = ARROW * (asked.view[1] - asked.view[0]) / longest
    drawn: list[Mark] = []
    ends: tuple[tuple[np.ndarray, Role, str, tuple[float, float]], ...] = (
        (f, "axis", "∇f", (1.0, 1.0)),
        (g, "support", "∇g", (0.0, 0.0)),
    )
    for slope, role, name, anchor in ends:
        tip = place + unit * slope
        drawn.append(Segments(place[None], tip[None], role, arrows=True, surface=chart))
        if named:  # to either side of the tips, as parallel arrows lie over each other
            drawn.append(Text(tip, name, role, anchor=anchor, surface=chart))
    return drawn


def _along(step: Step, asked: Problem) -> list[Mark]:
    """f along the constraint: flat where the slopes are parallel."""
    assert step.along is not None and step.found is not None and step.heights is not None
    ways = asked.way(WAY)
    seen = [float(WAY[int(np.argmin(((ways - place) ** 2).sum(axis=1)))]) for place in step.found]
    usual = float(np.ptp(np.sort(step.along)[len(WAY) // 4 :]))  # a logarithm falls without end near a share of 0
    bottom = max(float(step.along.min()), float(np.median(step.along)) - 3.0 * usual)
    top = float(step.along.max())
    room = 0.1 * (top - bottom) or 1.0
    chart = Surface("chart", "f along the constraint", "from 0 to 1 along it", "f",
                    view=(-0.03, 1.03, bottom - room, top + room))  # fmt: skip
    places = np.column_stack([seen, step.heights])
    return [
        Curve(np.column_stack([WAY, step.along]), "boundary", surface=chart),
        Points(places, "best", surface=chart),
    ]
