"""What a step of Huber regression looks like: rows as large as their weights, least squares beside, the weights."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points, Region, Response
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.robust_regression.huber.loop import Params, Step, huber_weights
from engine.families.robust_regression.pictures import fits, leverage_bars, sized
from engine.families.robust_regression.posing import influence, without
from engine.parts.basis_drawing import bumps
from engine.parts.regression import Problem, of_basis

WEIGHTS = Surface("chart", "Weight of a residual", "residual r before", "weight ω")
PLACES = 201
TIED = 1e-6
"""Rows whose influences differ by so little of the greatest are tied: they are symmetric."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    problem = of_basis(data, step.model.basis)
    first = step.kind == "least squares"
    row = strongest(problem)
    drawn: list[Mark] = [Region(step.model), *bumps(step.model.basis, data), sized(data, step.weights)]
    drawn += fits(step.model, step.least, step.before)
    if first and row is not None:
        other = without(problem, row)
        name = f"without row {data.row_name(row)}"
        drawn.append(Response(other.predict, role="ghost", label=name, key=("fit", other.packed.tobytes())))
        drawn.append(Points(data.X[[row]], "focus", rows=np.array([row])))
    if not first:
        drawn += weight_curve(step, data, params)
    return [*drawn, *leverage_bars(problem, data, row, first)]


def strongest(problem: Problem) -> int | None:
    """The row without which least squares would move farthest, the lowest on a tie; None where none moves it."""
    moves = influence(problem)
    most = float(moves.max(initial=0.0))
    return int(np.argmax(moves >= (1 - TIED) * most)) if most > 0 else None


def weight_curve(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """ω over the residual, with the rows on it; least squares gives every row the weight 1."""
    cut, r = params.epsilon * step.scale, step.residuals
    reach = 1.1 * max(float(np.abs(r).max()), 1.5 * cut)
    places = np.unique([*np.linspace(-reach, reach, PLACES).tolist(), -cut, cut])
    ends = np.array([-reach, reach])
    return [
        Curve(np.column_stack([ends, np.ones(2)]), "ghost", label="least squares: 1", surface=WEIGHTS),
        Curve(np.column_stack([places, huber_weights(places, cut)]), "boundary", label="ε σ / |r|", surface=WEIGHTS),
        Points(np.column_stack([r, step.weights]), "data", rows=np.arange(data.n), surface=WEIGHTS),
    ]
