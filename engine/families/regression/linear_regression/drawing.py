"""What a step of linear regression looks like: the fit, the normal equations, the loss, and t above its projection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from engine.core.marks import Curve, Mark, Matrix, Points, Region, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.regression import bowl
from engine.families.regression.linear_regression.column_space import column_space
from engine.families.regression.linear_regression.loop import CELLS, READABLE, Params, Step
from engine.maths.algebra.linear_fit import pseudo_inverse
from engine.maths.algebra.spread import spread
from engine.parts.basis_drawing import bumps
from engine.parts.regression import COEFFICIENTS, Problem, coefficient_bars, of_basis

NORMAL = Surface("table", "Normal equations")
ROWS, COLUMNS = 6, 3
"""Of many rows so many of Φ, and so many columns of Φ⁺, are shown: enough to see the rule."""
BELLS, REACH, BENDS = 5, 3.0, 24
"""So many bells of the noise stand on the line, over so many standard deviations, each a curve of so many pieces."""
MATRICES = ("normal", "moment", "inverse")
"""While these are made, the matrices are open; then the loss is."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    problem = of_basis(data, step.model.basis, params.intercept)
    shown: Literal["", "squares"] = "squares" if step.stage == "squares" else ""
    drawn: list[Mark] = [Region(step.model, residuals=shown), *bumps(step.model.basis, data), *added(step, data)]
    if data.d == 1:
        drawn += bells(step, data)
    if step.point is not None:
        drawn.append(Points(step.point[None], "focus", labels=("prediction",), targets=np.array([step.answer])))
    drawn += normal_equations(step, data, problem, replace(NORMAL, open=step.stage in MATRICES))
    drawn += loss(step, data, problem)
    drawn += column_space(step, problem)
    if step.before is not None:
        w = problem.of_columns(step.model.packed)
        drawn += coefficient_bars(w, problem.names, surface=replace(COEFFICIENTS, open=len(w) > bowl.SHOWN_WHOLE))
    return drawn


# -- on the plane of the feature and the target ------------------------------------------------------------------------


def added(step: Step, data: Dataset) -> list[Mark]:
    """A ring around the rows whose squares are added now, and their residuals in focus."""
    if step.stage != "squares":
        return []
    rows = np.arange(step.added_before, step.added)
    if len(rows) > ROWS:
        return []
    places, y = data.X[rows], step.model.predict(data.X[rows])
    return [
        Segments(places, places, "focus", rows=rows, starts_targets=y),
        Points(places, "focus", rows=rows),
    ]


def bells(step: Step, data: Dataset) -> list[Mark]:
    """The density of the noise, standing on the fit at some places: t is likely to be near y."""
    sigma = float(np.sqrt(step.variance))
    if step.stage not in ("noise", "predicted") or not 0 < sigma < np.inf:
        return []
    low, high = float(data.X.min()), float(data.X.max())
    span = high - low
    places = np.linspace(low + 0.05 * span, high - 0.2 * span, BELLS) if span > 0 else np.array([low])
    r = np.linspace(-REACH, REACH, BENDS + 1)
    out = 0.6 * (span or 1.0) / BELLS * np.exp(-0.5 * r**2)
    across = places[:, None] + out
    up = step.model.predict(places[:, None])[:, None] + sigma * r
    base = np.repeat(places, 2)[:, None].reshape(-1, 2)
    starts = np.concatenate([across[:, :-1].ravel(), base[:, 0]])
    ends = np.concatenate([across[:, 1:].ravel(), base[:, 1]])
    lows = np.concatenate([up[:, :-1].ravel(), up[:, 0]])
    highs = np.concatenate([up[:, 1:].ravel(), up[:, -1]])
    named = (len(places) - 1) * BENDS + 2 * BENDS // 3  # a piece of the last bell, above its middle, bears the name
    at = slice(named, named + 1)
    return [
        Segments(starts[:, None], ends[:, None], "shade", starts_targets=lows, ends_targets=highs),
        Segments(
            starts[at, None], ends[at, None], "shade", labels=("density of t",), starts_targets=lows[at],
            ends_targets=highs[at],
        ),
    ]  # fmt: skip


# -- beside the plane --------------------------------------------------------------------------------------------------


def normal_equations(step: Step, data: Dataset, problem: Problem, surface: Surface) -> list[Mark]:
    """ΦᵀΦ and Φᵀt as far as they are added up, with Φ and t below; then the inverse, Φ⁺ and w in their place."""
    names, M = problem.names, len(problem.names)
    if M > READABLE:
        return []
    rows = spread(data.n, ROWS if step.singular is None or data.n <= ROWS else COLUMNS)
    some = f" ({len(rows)} of {data.n:,} rows)" if len(rows) < data.n else ""
    labels = tuple(data.row_name(int(row)) for row in rows)
    drawn = []
    if step.gram is not None:
        i, j = divmod(step.cells - 1, M) if step.stage == "normal" else (None, None)
        G = Matrix(step.gram, names, names, "table", i, "ΦᵀΦ", (0, 0), surface)
        drawn.append(replace(G, chosen_column=j) if M <= CELLS else G)
    if step.moment is not None:
        drawn.append(Matrix(step.moment[:, None], names, ("Φᵀt",), "table", title="Φᵀt", place=(0, 1), surface=surface))
    if step.inverse is not None:
        drawn.append(Matrix(step.inverse, names, names, "table", title="(ΦᵀΦ)⁻¹", place=(1, 0), surface=surface))
    if step.before is not None:
        w = problem.of_columns(step.model.packed)[:, None]
        drawn.append(Matrix(w, names, ("w",), "table", title="w = Φ⁺ t", place=(1, 1), surface=surface))
    if step.singular is None:
        Phi, t = problem.Phi[rows], problem.t[rows][:, None]
        drawn.append(Matrix(Phi, labels, names, "table", title=f"Φ{some}", place=(2, 0), surface=surface, rows=rows))
        drawn.append(Matrix(t, labels, ("t",), "table", title="t", place=(2, 1), surface=surface, rows=rows))
    else:
        Plus = pseudo_inverse(problem.X, problem.intercept)[:, rows]
        drawn.append(Matrix(Plus, names, labels, "table", title=f"Φ⁺{some}", place=(2, 0), surface=surface))
    return list[Mark](drawn)


def loss(step: Step, data: Dataset, problem: Problem) -> list[Mark]:
    """The bowl O(w) with the weights in it; the first ones can be dragged."""
    found = bowl.bowl_of(data, problem)
    first = (step.before or step.model).packed
    if found is None or not np.isfinite(first).all():
        return []
    chart = replace(bowl.chart_of(found, data, problem, first), open=step.stage not in MATRICES)
    here = bowl.spot(found, step.model.packed)
    if not np.isfinite(np.append(here, bowl.spot(found, first))).all():
        return []
    drawn = bowl.drawn(found, chart)
    if step.before is None:
        drawn.append(Points(here[None], "focus", labels=("w",), surface=chart))
    else:
        way = np.vstack([bowl.spot(found, first), here])
        drawn += [Curve(way, "path", dots=True, surface=chart)] if (way[0] != way[1]).any() else []
        drawn.append(Points(here[None], "best", labels=("least",), surface=chart))
    if words := bowl.what_follows(problem):
        assert chart.view is not None
        drawn.append(Text(np.array([chart.view[0], chart.view[3]]), words, anchor=(0.0, 0.0), surface=chart))
    return drawn
