"""What a step of least absolute deviations looks like: the rows on the fit, Σ |r| on the way, the multipliers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.robust_regression.least_absolute.loop import Params, Step
from engine.families.robust_regression.pictures import fits
from engine.families.robust_regression.posing import residuals_of
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import bumps
from engine.parts.regression import Problem, of_basis

WAY = Surface("chart", "Along the exchange", "part of the way", "Σ |r|")
MULTIPLIERS = Surface("chart", "Multipliers", "row on the fit", "u")
BEYOND, PLACES = 0.6, 161
"""So far the way is drawn back and on, in parts of it, at so many places."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    problem = of_basis(data, step.model.basis)
    drawn: list[Mark] = [Region(step.model), *bumps(step.model.basis, data)]
    drawn += fits(step.model, step.least, step.before)
    if step.rows is not None and step.multipliers is not None:
        drawn.append(Points(data.X[step.rows], "support", rows=step.rows))
        drawn += on_the_way(step, problem)
        drawn += multiplier_bars(step, data)
    if step.leaving is not None and step.entering is not None:
        one, other = np.array([step.leaving]), np.array([step.entering])
        drawn += [Points(data.X[one], "ghost", rows=one), Points(data.X[other], "focus", rows=other)]
    return drawn


def on_the_way(step: Step, problem: Problem) -> list[Mark]:
    """Σ |r| as the fit goes from the one before to this, and on: a chain of straight pieces, bent at each row."""
    if step.model == step.before:
        return []
    parts = np.unique([*np.linspace(-BEYOND, 1 + BEYOND, PLACES).tolist(), 0.0, 1.0])
    way = step.model.packed - step.before.packed
    values = [sum_of(problem, problem.model(step.before.packed + part * way)) for part in parts.tolist()]
    ends = np.array([[0.0, sum_of(problem, step.before)], [1.0, step.error]])
    return [
        Curve(np.column_stack([parts, values]), "boundary", surface=WAY),
        Points(ends[:1], "ghost", labels=("before",), surface=WAY),
        Points(ends[1:], "focus", surface=WAY),
    ]


def sum_of(problem: Problem, model: LinearPredictor) -> float:
    """Σ |r|."""
    return float(np.abs(residuals_of(problem, model)).sum())


def multiplier_bars(step: Step, data: Dataset) -> list[Mark]:
    """The multipliers of the rows on the fit, between −1 and 1 where Σ |r| is the least."""
    assert step.rows is not None and step.multipliers is not None
    names = tuple(data.row_name(int(row)) for row in step.rows)
    u = step.multipliers
    ends = np.array([-0.5, len(u) - 0.5])
    return [
        Bars(u, names, chosen=int(np.argmax(np.abs(u))), surface=MULTIPLIERS),
        Curve(np.column_stack([ends, np.ones(2)]), "margin", label="1", surface=MULTIPLIERS),
        Curve(np.column_stack([ends, -np.ones(2)]), "margin", label="−1", surface=MULTIPLIERS),
    ]
