"""What a step of Newton's method looks like: the tangents down to the axis, and the digits that are right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Mark, Points, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.numerical_tools.newton_scalar.functions import FUNCTIONS, Function
from engine.families.numerical_tools.newton_scalar.loop import Params, Step, digits
from engine.families.numerical_tools.newton_scalar.placing import HERE

FINE = 401
LATELY = 12
"""So many of the last tangents are drawn."""
DIGITS = "Digits correct"


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    function = FUNCTIONS[params.function]
    low, high = _seen(step, function)
    curve = function.drawn(np.linspace(low, high, FINE))
    bottom, top = float(min(curve[:, 1].min(), 0.0)), float(max(curve[:, 1].max(), 0.0))
    room = 0.06 * (top - bottom)
    chart = replace(HERE, view=(low, high, bottom - room, top + room))
    axis = np.array([[low, 0.0], [high, 0.0]])
    drawn: list[Mark] = [Curve(axis, "plain", surface=chart), Curve(curve, "boundary", surface=chart)]
    drawn += _tangents(step, function, chart)
    drawn += _here(step, chart)
    return [*drawn, *_digits(step, function)]


def _seen(step: Step, function: Function) -> tuple[float, float]:
    """The part of the axis that is shown: the usual one, doubled until the last tangent is in it."""
    low, high = function.view
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    far = max(abs(x - middle) for x in step.path[-2:].tolist())
    while far > 0.98 * half:
        half *= 2.0
    return middle - half, middle + half


def _tangents(step: Step, function: Function, chart: Surface) -> list[Mark]:
    """From the curve down to the axis, the last one strong; and up again to the curve where it meets it."""
    if step.tangent is None:
        return []
    xs = step.path[-LATELY - 1 :]
    starts = np.array([(x, function.f(x)) for x in xs[:-1].tolist()])
    ends = np.column_stack([xs[1:], np.zeros(len(xs) - 1)])
    drawn: list[Mark] = []
    if len(starts) > 1:
        drawn.append(Segments(starts[:-1], ends[:-1], "path", surface=chart))
    drawn.append(Segments(starts[-1:], ends[-1:], "axis", arrows=True, surface=chart))
    drawn.append(Points(starts[-1:], "ghost", surface=chart))
    return drawn


def _here(step: Step, chart: Surface) -> list[Mark]:
    foot = np.array([[step.x, 0.0]])
    drawn: list[Mark] = []
    if step.height is not None:
        top = np.array([[step.x, step.height]])
        drawn += [Segments(foot, top, "spoke", surface=chart), Points(top, "plain", surface=chart)]
    assert chart.view is not None
    right = step.x > 0.5 * (chart.view[0] + chart.view[1])
    words = Text(foot[0], f"   x = {figure(step.x, 6)}   ", anchor=(float(right), -1.2), surface=chart)
    return [*drawn, Points(foot, "focus", surface=chart), words]


def _digits(step: Step, function: Function) -> list[Mark]:
    """How many digits of each of the last places agree with the nearest root."""
    shown = np.arange(len(step.path))[-LATELY:]
    counts = np.array([digits(x, function.roots) for x in step.path[shown].tolist()])
    surface = Surface("chart", DIGITS, "tangent", "digits", open=False)
    names = tuple(str(n) for n in shown.tolist())
    return [Bars(counts, names, chosen=len(shown) - 1, surface=surface, steps=shown)]
