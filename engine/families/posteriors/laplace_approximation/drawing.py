"""What a step of the Laplace approximation looks like: the climb, the parabola under ln f, and the Gaussian on f."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Contours, Curve, Ellipse, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.posteriors.laplace_approximation.functions import LOGISTIC, Density
from engine.families.posteriors.laplace_approximation.holding import LOGARITHM
from engine.families.posteriors.laplace_approximation.loop import Params, Step
from engine.maths.probability.laplace import Gaussian

NORMALISED = Surface("chart", "Density", "z", "f / ∫ f")
LEVEL_LINES = Surface("chart", "Level lines of f", "x", "y")
LEVELS = (0.02, 0.1, 0.25, 0.5, 0.75, 0.95)
"""Shares of the greatest f whose level lines are drawn."""
DEPTH = 8.0
"""So far below its top ln f is drawn."""
FINE = 601


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    density = params.density
    return of_one(step, density) if len(step.z) == 1 else of_two(step, density, params)


def of_one(step: Step, density: Density) -> list[Mark]:
    """ln f with its parabola, and f over its integral with q."""
    low, high = density.view[0]
    x = np.linspace(low, high, FINE)
    ln_f = density.log_f(x[:, None])
    floor = step.top - DEPTH
    chart = replace(LOGARITHM, view=(low, high, floor, step.top + 0.08 * DEPTH))
    seen = ln_f > floor - DEPTH
    drawn: list[Mark] = [Curve(np.column_stack([x, ln_f])[seen], "boundary", label="ln f", surface=chart)]
    d = x - step.z[0]
    parabola = step.height + step.g[0] * d - 0.5 * step.A[0, 0] * d**2
    near = (parabola > floor) & (parabola < step.top + 0.08 * DEPTH)
    drawn.append(Curve(np.column_stack([x, parabola])[near], "best", label="parabola", surface=chart))
    drawn += climbed(step, density, chart)
    scaled = np.exp(ln_f - step.log_true)
    bells = [np.exp(log_q(q, x)) for q in ([step.q] if step.q is not None else []) + list(step.others)]
    most = float(max([scaled.max(), *(bell.max() for bell in bells)]))
    below = replace(NORMALISED, view=(low, high, 0.0, 1.1 * most))
    drawn.append(Curve(np.column_stack([x, scaled]), "boundary", label="f", surface=below))
    for k, bell in enumerate(bells):
        curve = np.column_stack([x, bell])
        own = Curve(curve, "best", label="q", surface=below)
        drawn.append(own if k == 0 else Curve(curve, "ghost", label="q of another mode", surface=below))
    return drawn


def log_q(q: Gaussian, x: np.ndarray) -> np.ndarray:
    """(m,) ln q of one variable."""
    deviation = float(q.factor[0, 0])
    return np.asarray(-0.5 * ((x - q.mode[0]) / deviation) ** 2 - np.log(deviation) - 0.5 * np.log(2 * np.pi))


def climbed(step: Step, density: Density, chart: Surface) -> list[Mark]:
    """The places on ln f, and the last step."""
    places = np.column_stack([step.path[:, 0], density.log_f(step.path)])
    drawn: list[Mark] = []
    if len(places) > 1:
        drawn.append(Segments(places[:-1], places[1:], "path", surface=chart))
        drawn.append(Points(places[:-1], "ghost", surface=chart))
    return [*drawn, Points(places[-1:], "focus", surface=chart)]


def of_two(step: Step, density: Density, params: Params) -> list[Mark]:
    """Level lines of f, the climb, and the ellipses of q."""
    (left, right), (low, high) = density.view
    across, up = ("bias", "slope") if params.function == LOGISTIC else ("x", "y")
    surface = replace(LEVEL_LINES, x=across, y=up, view=(left, right, low, high), square=True)

    def share(places: np.ndarray) -> np.ndarray:
        return np.asarray(np.exp(density.log_f(places) - step.top))

    drawn: list[Mark] = [Contours(share, (params.function, step.top), LEVELS, "plain", fill=True, surface=surface)]
    for q in step.others:
        drawn += [Ellipse(q.mode, q.covariance, scale, "ghost", surface=surface) for scale in (1.0, 2.0)]
    if step.q is not None:
        drawn += [Ellipse(step.q.mode, step.q.covariance, scale, "best", surface=surface) for scale in (1.0, 2.0)]
    if len(step.path) > 1:
        drawn.append(Segments(step.path[:-1], step.path[1:], "path", surface=surface))
        drawn.append(Points(step.path[:-1], "ghost", surface=surface))
    return [*drawn, Points(step.z[None], "focus", surface=surface)]
