"""What a step looks like: the S-curve with its symmetry and tangent, or bars from scores to probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.numerical_tools.squash.holding import CURVE, reach
from engine.families.numerical_tools.squash.loop import Params, Step
from engine.maths.probability.sigmoid import sigmoid

SCORES = Surface("chart", "Scores", "class", "a")
POWERS = Surface("chart", "Exponentials, the greatest 1", "class", "e^((a − max)/T)")
SHARES = Surface("chart", "Softmax", "class", "y")
SLOPES = Surface("table", "Jacobian ∂y/∂a")
PLACES = 401
LENGTH = 1.5
"""The tangent is so long to both sides."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    return _curve(step) if step.scores is None else _bars(step, step.scores)


def _curve(step: Step) -> list[Mark]:
    wide = reach(max(abs(step.a), abs(step.logit)))
    x = np.linspace(-wide, wide, PLACES)
    surface = replace(CURVE, view=(-wide, wide, -0.06, 1.06))
    drawn: list[Mark] = [Curve(np.column_stack([x, sigmoid(x)]), "boundary", surface=surface)]
    if step.part == "exponential":
        return drawn
    here = np.array([[step.a, step.y]])
    if step.part == "value":
        mirrored = np.array([[-step.a, 1 - step.y]])
        drawn.append(Segments(mirrored, here, "spoke", labels=("through (0, ½)",), surface=surface))
        drawn.append(Points(mirrored, "ghost", labels=("σ(−a)",), surface=surface))
    if step.part == "slope":
        along = np.array([[LENGTH, LENGTH * step.slope]])
        drawn.append(Segments(here - along, here + along, "best", labels=("tangent",), surface=surface))
    if step.part == "logit":
        found = np.array([[step.logit, step.p]])
        drawn.append(Segments(np.array([[-wide, step.p]]), found, "best", surface=surface))
        drawn.append(Segments(found, found * [1.0, 0.0], "best", labels=("logit",), surface=surface))
        return drawn
    return [*drawn, Points(here, "focus", labels=("σ(a)",), surface=surface)]


def _bars(step: Step, scores: np.ndarray) -> list[Mark]:
    """Scores, exponentials and shares, in the colours of their classes; at the end the slopes."""
    names, groups = tuple(f"class {k + 1}" for k in range(len(scores))), np.arange(len(scores))
    drawn: list[Mark] = []
    if step.part != "Jacobian":
        drawn.append(Bars(scores, names, groups=groups, surface=SCORES))
        if step.powers is not None:
            drawn.append(Bars(step.powers, names, groups=groups, surface=POWERS))
    if step.shares is not None:
        drawn.append(Bars(step.shares, names, groups=groups, surface=SHARES))
    if step.jacobian is not None:
        drawn.append(Matrix(step.jacobian, names, names, "table", surface=SLOPES))
    return drawn
