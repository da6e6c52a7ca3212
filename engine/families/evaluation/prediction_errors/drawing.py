"""What a step looks like: predictions over the truth, the squares and sticks of the rows so far, standard scores."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.evaluation.prediction_errors.loop import Params, Step

CHART = Surface("chart", "Truth over prediction", "prediction f", "truth y", square=True)
SCORES = Surface("chart", "Standard scores", "(f − μ) / σ of the prediction", "(y − μ) / σ of the truth", square=True)
MANY = 120
"""Of more rows squares would cover each other: the sticks alone are drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.answered is None:
        return []
    drawn: list[Mark] = [Region(step.model)]
    if step.part == "row":
        rows = step.answered.rows[step.done - step.more : step.done]
        drawn.append(Points(data.X[rows], "focus", rows=rows))
    drawn += truth_over_prediction(step)
    if step.part in ("scores", "correlation"):
        drawn += standard_scores(step)
    return drawn


def truth_over_prediction(step: Step) -> list[Mark]:
    """Every row, the diagonal on which predictions are right, and of the rows so far what they are off."""
    assert step.answered is not None
    f, y = step.answered.answers, step.answered.truth
    both = np.concatenate([f, y])
    ends = np.array([both.min(), both.max()])
    drawn: list[Mark] = [Curve(np.column_stack([ends, ends]), "ghost", label="f = y", surface=CHART)]
    if step.done:
        done = slice(0, step.done)
        if step.done <= MANY and step.part in ("row", "errors"):
            drawn.append(squares(f[done], y[done]))
        feet = np.column_stack([f[done], f[done]])
        drawn.append(Segments(feet, np.column_stack([f[done], y[done]]), "residual", surface=CHART))
    drawn.append(Points(np.column_stack([f, y]), "plain", rows=step.answered.rows, surface=CHART))
    if step.part == "row":
        last = slice(step.done - step.more, step.done)
        drawn.append(Points(np.column_stack([f[last], y[last]]), "focus", surface=CHART))
    return drawn


def squares(f: np.ndarray, y: np.ndarray) -> Segments:
    """The square of each residual: from its stick to the diagonal, which has two of its corners."""
    corners = [np.column_stack(pair) for pair in ((f, y), (y, y), (y, f), (f, f))]
    return Segments(np.vstack(corners[:-1]), np.vstack(corners[1:]), "shade", surface=CHART)


def standard_scores(step: Step) -> list[Mark]:
    """Both in units of their standard deviation; the slope of the line is r."""
    if step.z_f is None or step.z_y is None or not len(step.z_f) or not len(step.z_y):
        return []
    assert step.answered is not None
    drawn: list[Mark] = []
    if step.part == "correlation":
        r = step.errors[-1]
        ends = np.array([step.z_f.min(), step.z_f.max()])
        drawn.append(Curve(np.column_stack([ends, r * ends]), "axis", label="slope r", surface=SCORES))
    places = np.column_stack([step.z_f, step.z_y])
    return [*drawn, Points(places, "plain", rows=step.answered.rows, surface=SCORES)]
