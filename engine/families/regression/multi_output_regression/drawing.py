"""What a step of multi-output regression looks like: a small picture a target, the matrices T, Φ⁺ and W."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Line, Mark, Matrix, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.regression.multi_output_regression.loop import Params, Step
from engine.families.regression.multi_output_regression.several import Several, several
from engine.maths.algebra.linear_fit import pseudo_inverse
from engine.maths.algebra.spread import spread

TABLE = Surface("table", "Targets and weights")
ROWS, READABLE = 6, 12
"""So many rows of a matrix are shown; a matrix of more columns is not."""
OPEN = 4
"""More small pictures than this wait until they are asked for."""
MEASURED = 300


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    problem = several(data, params.targets)
    drawn: list[Mark] = [] if step.model is None else [Region(step.model)]
    drawn += matrices(step, data, problem)
    for q in range(len(problem.names)):
        drawn += picture(step, data, problem, q)
    return drawn


def matrices(step: Step, data: Dataset, problem: Several) -> list[Mark]:
    """Some rows of T, of Φ⁺ the columns of these rows, and W as far as it is known."""
    names = ("bias", *problem.table.feature_names)
    if len(names) > READABLE:
        return []
    surface = replace(TABLE, open=step.part != "all")
    rows = spread(data.n, ROWS)
    labels = tuple(data.row_name(int(row)) for row in rows)
    some = f" ({len(rows)} of {data.n:,} rows)" if len(rows) < data.n else ""
    T = Matrix(problem.T[rows], labels, problem.names, "table", title=f"T{some}", surface=surface, rows=rows)
    W = Matrix(step.weights, names, problem.names, "table", title="W = Φ⁺ T", surface=surface, place=(0, 1))
    Plus = pseudo_inverse(problem.table.X)[:, rows]
    return [T, W, Matrix(Plus, names, labels, "table", title=f"Φ⁺{some}", surface=surface, place=(1, 0))]


def picture(step: Step, data: Dataset, problem: Several, q: int) -> list[Mark]:
    """One target: over the one feature with its line, or over what is predicted for it, with the diagonal."""
    rows, w, name = problem.rows(q), step.weights[:, q], problem.names[q]
    known, one = not np.isnan(w).any(), len(problem.inputs) == 1
    across = problem.table.columns[0].title if one else f"predicted {name}"
    surface = Surface("chart", f"Target: {name}", across, name, open=q < OPEN and (known or one) and step.part == "all")
    surface = replace(surface, open=surface.open or (step.target == q))
    if not (known or one):
        return []
    t, X = problem.T[rows, q], problem.table.X[rows]
    y = w[0] + X @ w[1:] if known else t
    s = X[:, 0] if one else y
    if not (np.isfinite(s).all() and np.isfinite(y).all()):
        return []
    drawn: list[Mark] = [Points(np.column_stack([s, t]), "data", rows=rows, surface=surface)]
    if not known:
        return drawn
    slope, base = (float(w[1]), float(w[0])) if one else (1.0, 0.0)
    drawn.append(Line(np.array([slope, -1.0]), base, label="y", surface=surface))
    if len(rows) <= MEASURED:
        drawn.insert(0, Segments(np.column_stack([s, t]), np.column_stack([s, y]), "residual", surface=surface))
    return drawn
