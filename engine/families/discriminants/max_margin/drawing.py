"""The widest strip, drawn: its edges, the points it rests on, how far points lie from it, and the nearest mixtures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Line, Mark, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.discriminants.max_margin.loop import Params, Step, rightness
from engine.families.discriminants.meeting_drawing import meeting_marks
from engine.maths.algebra.affine import activations
from engine.models.linear import Hyperplane
from engine.parts.basis import expanded
from engine.parts.basis_drawing import feature_marks
from engine.parts.line import length, line_marks

ON_THE_EDGE = 1e-6
"""A point whose t (w · x + b) falls short of 1 by no more lies on the edge of the strip."""
WHISKERS = 60
"""With more points than this their distances would hide the picture: only those of the candidates are drawn."""
SHOWN = 40
"""The bars show so many candidates, those with the largest multipliers."""
SAY = Surface("chart", "Multipliers of the candidates", "row", "multiplier α", open=False)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    """The strip, its candidates ringed, the points inside it, and those just let in as a chosen bar."""
    model, candidates = step.model, step.candidates
    if step.meeting is not None:
        return meeting_marks(step.meeting, data, model.basis)
    t = signs(data)
    inside = np.flatnonzero(rightness(model, expanded(data, model.basis).X, t) < 1 - ON_THE_EDGE)
    drawn: list[Mark] = [Region(model)]
    if model.basis is None and model.weights.any():
        drawn += _whiskers(model, candidates, data)
        drawn += [Line(model.weights, model.bias, "margin", level) for level in (1.0, -1.0)]
        drawn += _nearest_mixtures(candidates, step.multipliers, t, data)
    drawn += line_marks(model, "boundary")
    drawn.append(Points(data.X[inside], "wrong", rows=inside))
    drawn.append(Points(data.X[candidates], "focus", rows=candidates))
    drawn.append(_say(step, data))
    return [*drawn, *feature_marks(data, model)]


def _whiskers(model: Hyperplane, candidates: np.ndarray, data: Dataset) -> list[Mark]:
    """From every point to its foot on the line, those of the candidates, which end the strip, in bold."""
    rows = np.arange(data.n) if data.n <= WHISKERS else candidates
    unit = model.weights / length(model.weights)
    away = activations(data.X, unit, model.bias / length(model.weights))
    feet = data.X - away[:, None] * unit
    bold = np.isin(rows, candidates)
    kinds = ((rows[~bold], "spoke"), (rows[bold], "residual"))
    return [Segments(data.X[some], feet[some], role) for some, role in kinds if len(some)]  # type: ignore[arg-type]


def _nearest_mixtures(candidates: np.ndarray, multipliers: np.ndarray, t: np.ndarray, data: Dataset) -> list[Mark]:
    """The mixture of each class that is nearest to the other class, and the way between them across the strip."""
    places = []
    for side in (-1.0, 1.0):
        mine = t[candidates] == side
        if not mine.any():
            return []
        shares = multipliers[mine] / multipliers[mine].sum()
        places.append(shares @ data.X[candidates[mine]])
    ends = np.array(places)
    return [Segments(ends[:1], ends[1:], "axis"), Points(ends, "best")]


def _say(step: Step, data: Dataset) -> Bars:
    order = np.argsort(-step.multipliers, kind="stable")[:SHOWN]
    rows = step.candidates[order]
    chosen = int(np.argmax(rows == step.came[0])) if step.came and step.came[0] in rows else None
    names = tuple(data.row_name(int(row)) for row in rows)
    return Bars(step.multipliers[order], names, data.codes[rows], chosen, surface=SAY)
