"""The widest strip, drawn: its edges, the points it rests on, how far points lie from it, and the nearest mixtures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Line, Mark, Points, Region, Segments, Surface
from engine.core.story import Table
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.discriminants import meeting as meeting_view
from engine.families.discriminants.max_margin.loop import Params, Step
from engine.maths.algebra.affine import activations
from engine.models import Hyperplane
from engine.parts import line as geometry
from engine.parts.basis import expanded
from engine.parts.basis_drawing import feature_marks
from engine.parts.line import line_marks

ON_THE_EDGE = 1e-6
"""A point whose t (w · x + b) falls short of 1 by no more lies on the edge of the strip."""
WHISKERS = 60
"""With more points than this their distances would hide the picture: only those of the candidates are drawn."""
SHOWN = 40
SAY = Surface("chart", "Say of the candidates", "row", "multiplier α", open=False)


def drawn(
    model: Hyperplane, candidates: np.ndarray, multipliers: np.ndarray, came: tuple[int, ...], data: Dataset
) -> list[Mark]:
    """The strip, its candidates ringed, the points inside it, and those just let in as a larger dot."""
    X, t = expanded(data, model.basis).X, signs(data)
    right = t * activations(X, model.weights, model.bias)
    inside = np.flatnonzero(right < 1 - ON_THE_EDGE)
    marks: list[Mark] = [Region(model)]
    if model.basis is None and model.weights.any():
        marks += _whiskers(model, candidates, data)
        marks += [Line(model.weights, model.bias, "margin", 1.0), Line(model.weights, model.bias, "margin", -1.0)]
        marks += _nearest_mixtures(candidates, multipliers, t, data)
    marks += line_marks(model, "boundary")
    marks.append(Points(data.X[inside], "wrong", rows=inside))
    marks.append(Points(data.X[candidates], "focus", rows=candidates))
    marks.append(_say(candidates, multipliers, came, data))
    return [*marks, *feature_marks(data, model)]


def _whiskers(model: Hyperplane, candidates: np.ndarray, data: Dataset) -> list[Mark]:
    """From every point to its foot on the line, those of the candidates, which are the shortest, in bold."""
    rows = np.arange(data.n) if data.n <= WHISKERS else candidates
    unit = model.weights / geometry.length(model.weights)
    away = activations(data.X, unit, model.bias / geometry.length(model.weights))
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


def _say(candidates: np.ndarray, multipliers: np.ndarray, came: tuple[int, ...], data: Dataset) -> Bars:
    order = np.argsort(-multipliers, kind="stable")[:SHOWN]
    rows = candidates[order]
    chosen = int(np.argmax(rows == came[0])) if came and came[0] in rows else None
    names = tuple(data.row_name(int(row)) for row in rows)
    return Bars(multipliers[order], names, data.codes[rows], chosen, surface=SAY)


def table(
    model: Hyperplane, candidates: np.ndarray, multipliers: np.ndarray, right: np.ndarray, data: Dataset
) -> Table:
    """Each candidate with its multiplier, its t (w · x + b), and its distance from the line."""
    norm = geometry.length(model.weights) or 1.0
    what = "distance" if model.basis is None else "distance in φ"
    rows = tuple(
        (data.row_name(int(n)), data.class_name(int(data.codes[n])), float(a), float(right[n]), float(right[n] / norm))
        for n, a in zip(candidates, multipliers, strict=True)
    )
    return Table("The candidates", ("point", "class", "α", "t (w · x + b)", what), rows)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.meeting is not None:
        return meeting_view.drawn(step.meeting, data, step.model.basis)
    return drawn(step.model, step.candidates, step.multipliers, step.came, data)
