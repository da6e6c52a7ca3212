"""What a step of quadrature looks like: the areas, settled and still too rough, and the error of each interval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.numerical_tools.quadrature.loop import Params, Step
from engine.families.numerical_tools.quadrature.pictured import Picture
from engine.families.numerical_tools.quadrature.rules import Nodes, Work

AREAS, ERRORS = "Areas", "Error of each interval"
HATCHES = 161
"""So many lines shade the areas."""
PARABOLAS, BENT = 32, np.linspace(0.0, 1.0, 13)
"""Simpson's parabolas are drawn while there are so few intervals, each at so many places."""
LOW = 1e-4
"""Below this share of its top f cannot be told from 0."""
LEAST = -8.0
"""An error so many powers of ten below what is allowed is drawn no lower."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    curve = step.picture.curve
    top = float(curve[:, 1].max()) or 1.0
    view = (*_seen(curve, top), -0.1 * top, 1.12 * top)
    chart = Surface("chart", AREAS, "z", f"f(z): {params.function}", view=view)
    drawn: list[Mark] = [Curve(curve, "boundary", surface=chart)]
    if step.nodes is not None:
        return [*drawn, *_stems(step.nodes, step.picture, chart)]
    assert step.work is not None
    return [*drawn, *_areas(step.work, step, chart), *_errors(step.work, step.halved, view[:2])]


def _seen(curve: np.ndarray, top: float) -> tuple[float, float]:
    """The part of the way where f is to be seen at all, and as much again around it."""
    places = curve[curve[:, 1] > LOW * top, 0]
    low, high = float(places.min(initial=curve[-1, 0])), float(places.max(initial=curve[0, 0]))
    room = 0.4 * max(high - low, 1e-6)
    return max(low - room, float(curve[0, 0])), min(high + room, float(curve[-1, 0]))


def _areas(work: Work, step: Step, chart: Surface) -> list[Mark]:
    """The area of each interval, hatched by what has become of it; below it a tick where the next one begins."""
    assert chart.view is not None
    new = _fresh(step.halved, len(work.left))
    middles = 0.5 * (work.left + work.right)[new]  # however narrow the new halves are, they are seen
    places = np.unique(np.concatenate([np.linspace(*chart.view[:2], HATCHES), middles]))
    heights = np.interp(places, *step.picture.curve.T)
    inside = np.clip(np.searchsorted(work.left, places, side="right") - 1, 0, len(work.left) - 1)
    rough, fresh = work.rough[inside], new[inside]
    shown = {"spoke": ~rough & ~fresh, "wrong": rough & ~fresh, "focus": fresh}
    drawn: list[Mark] = []
    for role, chosen in shown.items():
        if chosen.any():
            drawn.append(_upright(places[chosen], heights[chosen], role, chart))
    ends = np.append(work.left, work.right[-1])
    ticks = np.column_stack([ends, np.zeros(len(ends))])
    if len(work.left) <= PARABOLAS:
        drawn.append(Curve(_parabolas(work, step.picture.curve), "margin", label="parabolas", surface=chart))
    return [*drawn, Segments(ticks, ticks + np.array([0.0, 0.6 * chart.view[2]]), "axis", surface=chart)]


def _parabolas(work: Work, curve: np.ndarray) -> np.ndarray:
    """Through f at both ends and the middle of each interval: what Simpson's rule on the whole integrates."""
    z = work.left[:, None] + np.outer(work.right - work.left, BENT)
    left, middle, right = (np.interp(at, *curve.T)[:, None] for at in (z[:, 0], 0.5 * (z[:, 0] + z[:, -1]), z[:, -1]))
    u = BENT
    heights = left * (1 - u) * (1 - 2 * u) + 4 * middle * u * (1 - u) + right * u * (2 * u - 1)
    return np.column_stack([z.ravel(), heights.ravel()])


def _upright(places: np.ndarray, heights: np.ndarray, role: str, chart: Surface) -> Segments:
    feet = np.column_stack([places, np.zeros(len(places))])
    return Segments(feet, np.column_stack([places, heights]), role, surface=chart)  # type: ignore[arg-type]


def _fresh(halved: int | None, count: int) -> np.ndarray:
    """(count,) whether an interval is one of the two new halves."""
    fresh = np.zeros(count, dtype=bool)
    if halved is not None:
        fresh[halved : halved + 2] = True
    return fresh


def _errors(work: Work, halved: int | None, ends: tuple[float, float]) -> list[Mark]:
    """How many powers of ten the error of each interval is above what is allowed, or below."""
    sizes = np.maximum(np.abs(work.errors) / work.allowed, 10.0**LEAST)
    powers = np.log10(sizes)
    top = max(2.0, 1.1 * float(powers.max()))
    words = "powers of ten above the error allowed"
    chart = Surface("chart", ERRORS, "z", words, view=(*ends, 1.1 * LEAST, top), open=False)
    places = np.column_stack([0.5 * (work.left + work.right), powers])
    small = np.full(len(places), 0.5)
    drawn: list[Mark] = [
        Curve(np.array([[ends[0], 0.0], [ends[1], 0.0]]), "boundary", surface=chart),
        Text(np.array([ends[0], 0.0]), " above it: halve", anchor=(0.0, 1.0), surface=chart),
        Points(places[~work.rough], "plain", sizes=small[~work.rough], surface=chart),
        Points(places[work.rough], "wrong", sizes=small[work.rough], surface=chart),
    ]
    if halved is not None:
        drawn.append(Points(places[halved : halved + 2], "focus", surface=chart))
    return drawn


def _stems(nodes: Nodes, picture: Picture, chart: Surface) -> list[Mark]:
    """f at each node, the dots as large as the weights."""
    assert chart.view is not None
    seen = (nodes.z >= chart.view[0]) & (nodes.z <= chart.view[1])
    z, sizes = nodes.z[seen], 0.2 + 2.0 * nodes.weights[seen] / nodes.weights.max()
    tops = np.column_stack([z, np.interp(z, *picture.curve.T)])
    return [
        Segments(np.column_stack([z, np.zeros(len(z))]), tops, "spoke", surface=chart),
        Points(tops, "plain", sizes=sizes, surface=chart),
    ]
