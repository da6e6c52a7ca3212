"""What a step of the exponential family looks like: both forms over each other, and how the mean of u is matched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.exponential_family.loop import Params, Step
from engine.families.distributions.exponential_family.natural import EXPONENTIAL

BOTH = Surface("chart", "Usual and natural form", "x", "p(x)")
FITTED = Surface("chart", "Fitted to the sample", "x", "p(x)")
MATCH = Surface("chart", "Mean of u by η", "η", "−d ln g / dη")
PLACES = 201


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.part not in ("mean", "border", "matched"):
        return both(step, params)
    drawn = fitted(step, params)
    return [*drawn, *match(step, params)] if len(step.means) == 1 else drawn


def names(step: Step, params: Params) -> tuple[str, ...]:
    return tuple(f"{params.shown(float(k)):.0f}" for k in step.places)


def both(step: Step, params: Params) -> list[Mark]:
    """The usual form as bars or a curve; the natural form over it as a line."""
    if params.discrete:
        line = step.again if len(step.natural) else None
        label = "natural form" if line is not None else ""
        place = int(np.flatnonzero(step.places == step.x)[0])
        return [Bars(step.heights, names(step, params), chosen=place, line=line, line_label=label, surface=BOTH)]
    top = float(step.heights.max())
    chart = replace(BOTH, view=(float(step.places[0]), float(step.places[-1]), -0.04 * top, 1.1 * top))
    curve = np.column_stack([step.places, step.heights])
    drawn: list[Mark] = [Curve(curve, "plain", group=0, label="usual form", surface=chart)]
    if len(step.natural):
        again = np.column_stack([step.places, step.again])
        drawn.append(Curve(again, "best", label="natural form", surface=chart))
    if step.places[0] <= step.x <= step.places[-1]:
        tip = np.array([[step.x, float(np.exp(step.ln_p))]])
        drawn += [Segments(tip * [1.0, 0.0], tip, "spoke", surface=chart), Points(tip, "focus", surface=chart)]
    return drawn


def fitted(step: Step, params: Params) -> list[Mark]:
    """The sample, and the distribution whose mean of u is that of the sample."""
    if params.discrete:
        shares = np.array([float((step.points == k).mean()) for k in step.places])
        line = step.over if len(step.over) else None
        label = "fitted" if line is not None else ""
        return [Bars(shares, names(step, params), line=line, line_label=label, surface=FITTED)]
    low, high = float(step.points.min()), float(step.points.max())
    room = 0.5 * (high - low) or 1.0
    x = np.linspace(0.0 if params.family == EXPONENTIAL else low - room, high + room, PLACES)
    drawn: list[Mark] = []
    top = 1.0
    if len(step.fitted):
        heights = np.exp(params.form.log_p(step.fitted, x))
        top = float(heights.max())
        chart = replace(FITTED, view=(float(x[0]), float(x[-1]), -0.12 * top, 1.1 * top))
        drawn.append(Curve(np.column_stack([x, heights]), "boundary", label="fitted", surface=chart))
    chart = replace(FITTED, view=(float(x[0]), float(x[-1]), -0.12 * top, 1.1 * top))
    feet = np.column_stack([step.points, np.full(len(step.points), -0.1 * top)])
    return [*drawn, Segments(feet, feet * [1.0, 0.2], "spoke", surface=chart)]


def match(step: Step, params: Params) -> list[Mark]:
    """−d ln g / dη rises with η; where it reaches the mean of u is η̂."""
    mean = float(step.means[0])
    around = [float(step.eta[0]), *([float(step.best[0])] if len(step.best) else [])]
    reach = max(max(around) - min(around), 2.0)
    low, high = min(around) - 0.5 * reach, max(around) + 0.5 * reach
    if params.family == EXPONENTIAL:
        low, high = 1.6 * min(around), 0.3 * max(around)
    eta = np.linspace(low, high, PLACES)
    heights = np.array([float(params.form.slope(np.array([one]))[0]) for one in eta])
    drawn: list[Mark] = [Curve(np.column_stack([eta, heights]), "boundary", label="−d ln g / dη", surface=MATCH)]
    drawn.append(
        Segments(np.array([[low, mean]]), np.array([[high, mean]]), "margin", labels=("mean of u",), surface=MATCH)
    )
    if len(step.best):
        tip = np.array([[float(step.best[0]), mean]])
        drawn += [Points(tip, "best", labels=("best η",), surface=MATCH)]
    return drawn
