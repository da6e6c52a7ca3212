"""What a step of Bayesian linear regression looks like: functions on the plane, and the weights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.core.marks import Contours, Line, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.bayesian_regression.loop import Params, Step
from engine.families.bayesian_regression.belief_drawing import chart_of, ellipses, plane, specks, variances
from engine.parts import weight_space
from engine.parts.basis import expanded

RINGS = (0.5, 2.0, 4.5)
"""−ln p above its least where it is one, two, three standard deviations off."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = plane(step.model, step.fan)
    if step.phase == "rows":
        rows = np.arange(step.first, step.taken)
        known = np.arange(step.first)
        if step.taken < data.n:
            drawn.append(Points(data.X[known], "support", rows=known))
        drawn.append(Points(data.X[rows], "focus", rows=rows))
    if step.query is not None:
        upright = data.d == 1
        drawn.append(
            Line(np.ones(1), -float(step.query[0]), "axis", label="z")
            if upright
            else Points(step.query[None], "focus", labels=("z",))
        )
        drawn += variances(step.model, data, float(step.query[0])) if upright else []
    return [*drawn, *weights(step, data)]


def weights(step: Step, data: Dataset) -> list[Mark]:
    """Two of the weights: the belief before, the likelihood of the new rows as a stripe, the belief after."""
    table = expanded(data, step.model.basis)
    chart = chart_of(table, step.before, step.belief)
    drawn: list[Mark] = []
    if step.phase == "rows":
        drawn.append(stripe(step, table, chart))
        drawn += ellipses(step.before, table, "ghost", "before", chart)
    drawn += ellipses(step.belief, table, "boundary", "prior" if step.phase == "prior" else "posterior", chart)
    drawn += specks(step.fan, chart)
    mean = weight_space.shown(step.belief.mean)
    drawn.append(Points(mean[None], "best", labels=("m",), surface=chart))
    if table.d < 2:
        return drawn
    return [*drawn, *weight_space.what_is_shown(f"Two of {table.d + 1} weights, whatever the others are", table, chart)]


def stripe(step: Step, table: Dataset, chart: Surface) -> Contours:
    """−ln p(t | w) of the new rows over two of the weights, the others at their mean: of one row a stripe."""
    pair, root = list(weight_space.axes(table.d)), float(np.sqrt(step.model.beta))
    rows = slice(step.first, step.taken)
    Phi, t, rest = table.design[rows], np.asarray(table.y)[rows], np.array(step.belief.mean)
    rest[pair] = 0.0
    A, b = root * Phi[:, pair], root * (t - Phi @ rest)
    least = 0.5 * float(((A @ np.linalg.lstsq(A, b, rcond=None)[0] - b) ** 2).sum())
    levels = tuple(least + ring for ring in RINGS)
    return Contours(partial(missed, A, b), (A.tobytes(), b.tobytes()), levels, "residual", True, chart)


def missed(A: np.ndarray, b: np.ndarray, places: np.ndarray) -> np.ndarray:
    """(m,) ½ ‖A w − b‖² at weights w (m, 2)."""
    return np.asarray(0.5 * ((places @ A.T - b) ** 2).sum(axis=1))
