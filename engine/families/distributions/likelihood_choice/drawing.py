"""What a step of choosing by likelihood looks like: all models over one sample, and their log-likelihoods as bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.kinds import log_density
from engine.families.distributions.likelihood_choice.loop import MASS, Params, Step
from engine.maths.algebra.spread import spread

MODELS = Surface("chart", "Models over the sample", "x", "p(x)")
SCORES = Surface("chart", "ln L of each model", "", "ln L")
PLACES, STEMS = 301, 300
HIGHEST = 3.0
"""A density is drawn up to so many times the top of the others, where it has no end."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = models(step, params)
    possible = step.possible
    if possible:
        values, names = np.array([one.total for one in possible]), tuple(one.name for one in possible)
        now = step.fitted[-1] if step.best is None else step.fitted[step.best]
        chosen = possible.index(now) if now in possible else None
        drawn.append(Bars(values, names, groups=groups(step), chosen=chosen, surface=SCORES))
    return drawn


def groups(step: Step) -> np.ndarray:
    """The colour of each model that can give the sample: its place among all."""
    return np.array([k for k, one in enumerate(step.fitted) if one.total > -np.inf])


def models(step: Step, params: Params) -> list[Mark]:
    """Curves of densities, or lines over whole numbers; under them a stem for each point of the sample."""
    low, high = float(step.x.min()), float(step.x.max())
    room = 0.25 * (high - low) or 1.0
    whole = params.kind == MASS
    x = (
        np.arange(np.floor(low - room), np.ceil(high + room) + 1)
        if whole
        else np.linspace(low - room, high + room, PLACES)
    )
    if len(x) > PLACES:
        x = x[spread(len(x), PLACES)]
    possible = [(int(k), step.fitted[int(k)]) for k in groups(step)]
    curves = [(k, one, np.exp(log_density(one.kind, x))) for k, one in possible if one.kind is not None]
    top = _top([curve for _, _, curve in curves])
    chart = replace(MODELS, view=(float(x[0]), float(x[-1]), -0.12 * top, 1.1 * top))
    feet = step.x[spread(len(step.x), STEMS)]
    starts = np.column_stack([feet, np.full(len(feet), -0.1 * top)])
    drawn: list[Mark] = [Segments(starts, starts * [1.0, 0.2], "spoke", surface=chart)]
    for k, one, curve in curves:
        line = np.column_stack([x, np.minimum(curve, 1.1 * top)])[curve > 0]
        if len(line):
            drawn.append(Curve(line, "boundary" if k == step.best else "plain", k, one.name, surface=chart))
    return drawn


def _top(curves: list[np.ndarray]) -> float:
    """How high is drawn: the greatest density, but where one has no end not much above the others."""
    tops = sorted(float(curve.max()) for curve in curves if len(curve) and curve.max() > 0)
    if not tops:
        return 1.0
    return min(tops[-1], HIGHEST * tops[len(tops) // 2])
