"""What a step of sampling looks like: the histogram, how a number becomes a draw, and the mean with its error."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Ellipse, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.kinds import FEW, log_density
from engine.families.distributions.sampling.loop import CHOLESKY, INVERSE, Params, Step
from engine.maths.probability.histogram import outline

HISTOGRAM = Surface("chart", "Draws and distribution", "x", "share of the draws")
INVERTED = Surface("chart", "From a uniform number to a draw", "x", "u")
PAIRS = Surface("chart", "Pairs", "x₁", "x₂", square=True)
NARROWS = Surface("chart", "Mean of the draws ± standard error", "log₁₀ of the number of draws", "mean")
PLACES = 301
TWICE = 2.0
"""The ellipse of pairs lies at two standard deviations."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = [*_histogram(step)]
    if step.x is not None and step.u is not None and step.way == INVERSE:
        drawn += _inverted(step, step.x, float(step.u[0]))
    if step.way == CHOLESKY:
        drawn += _pairs(step, params)
    return [*drawn, *_means(step)] if len(step.sizes) else drawn


def _histogram(step: Step) -> list[Mark]:
    """Few whole numbers as bars with their probabilities as a line; else the steps of a histogram under the curve."""
    tally, (first, last) = step.tally, step.kind.seen
    found = tally.counts / max(tally.number, 1)
    if step.kind.discrete and last - first <= FEW:
        names = tuple(f"{k:.0f}" for k in np.arange(first, last + 1))
        surface = replace(HISTOGRAM, view=(-0.7, len(names) - 0.3, 0.0, 1.1 * max(found.max(), step.expected.max())))
        return [Bars(found, names, line=step.expected, line_label="probability", surface=surface)]
    widths = np.diff(tally.ends)
    x = np.arange(first, last + 1) if step.kind.discrete else np.linspace(first, last, PLACES)
    heights = np.exp(log_density(step.kind, x))
    steps = outline(found / widths, tally.ends)
    top = 1.1 * max(float((step.expected / widths).max()), float(steps[:, 1].max()))
    surface = replace(HISTOGRAM, y="share per unit of x", view=(first, last, -0.03 * top, top))
    drawn: list[Mark] = [
        Curve(np.column_stack([x, np.minimum(heights, top)]), "boundary", label="distribution", surface=surface),
        Curve(steps, "plain", group=0, label="draws", surface=surface),
    ]
    if step.x is not None and first <= step.x <= last:
        drawn.append(Segments(np.array([[step.x, -0.03 * top]]), np.array([[step.x, 0.0]]), "focus", surface=surface))
    return drawn


def _inverted(step: Step, x: float, u: float) -> list[Mark]:
    """Up the axis of u, across to the distribution function, and down to the draw."""
    first, last = step.kind.seen
    if step.kind.discrete:
        k = np.arange(first, last + 1)
        places = np.repeat(np.append(k, last + 1), 2)[1:-1]
        curve = np.column_stack([places, np.repeat(step.kind.below(k), 2)])
        first, last = first - 0.5, last + 1
        curve = np.vstack([[first, 0.0], [first + 0.5, 0.0], curve])
    else:
        places = np.linspace(first, last, PLACES)
        curve = np.column_stack([places, step.kind.below(places)])
    surface = replace(INVERTED, view=(first, last, -0.03, 1.03))
    drawn: list[Mark] = [Curve(curve, "boundary", surface=surface)]
    if first <= x <= last:
        across = np.array([[first, u], [x, u]]), np.array([[x, u], [x, 0.0]])
        drawn.append(Segments(*across, "focus", arrows=False, surface=surface))
    return drawn


def _pairs(step: Step, params: Params) -> list[Mark]:
    small = np.full(len(step.pairs), 0.3)
    reach = 4 * params.deviation
    view = (params.mean - reach, params.mean + reach) * 2
    surface = replace(PAIRS, view=view)
    drawn: list[Mark] = [
        Ellipse(params.centre, params.covariance, TWICE, "boundary", label="2 standard deviations", surface=surface)
    ]
    return [*drawn, Points(step.pairs, "plain", sizes=small, surface=surface)] if len(step.pairs) else drawn


def _means(step: Step) -> list[Mark]:
    """The mean of the draws by their number, with one standard error on each side, and the mean it approaches."""
    x = np.log10(step.sizes)
    drawn: list[Mark] = [Curve(np.column_stack([x, step.means]), "boundary", label="mean", surface=NARROWS)]
    first = len(x) - len(step.errors)
    for sign, label in ((1, "± standard error"), (-1, "")):
        edge = np.column_stack([x[first:], step.means[first:] + sign * step.errors])
        if len(edge) > 1:
            drawn.append(Curve(edge, "margin", label=label, surface=NARROWS))
    if math.isfinite(step.kind.mean) and len(x) > 1:
        level = np.array([[x[0], step.kind.mean], [x[-1], step.kind.mean]])
        drawn.append(Curve(level, "best", label="mean of the distribution", surface=NARROWS))
    return drawn
