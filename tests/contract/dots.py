"""Whether dots beside the plane stand on what is drawn there, and whether their areas tell a quantity of the step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from engine.core.marks import Bars, Contours, Curve, Mark, Points, Segments
from engine.data.dataset import Dataset
from tests.contract.grounds import Grounds, kept

NEAR = 0.01
"""How far off, relative to the extent of what is drawn, still counts as there: a curve is drawn in straight pieces."""
NEAR_SELF = 1e-9
"""How far off, of itself, a number is that the step holds."""
EVENLY = 0.99
"""So near to 1 the correlation of areas with a quantity is, of areas in grades too; with its square it is not."""
CUT_OFF = 200
"""Of so many dots more than are seen those in the middle are looked for."""
KINDS = 3
"""With so many sizes or fewer they tell kinds apart, and no quantity."""


def check_dots(marks: Sequence[Mark], step: Any, data: Dataset, params: Any) -> int:
    """What a step is about stands on a curve, a bar, an end or another dot, or where the step itself says; how many
    were looked at. A dot with a label of its own says by itself what it is.

    An area that is not one of a few grows evenly with something that the step, its model or the data hold: its square
    or its root would tell another tale.
    """
    looked_at = 0
    for mark in marks:
        if isinstance(mark, Points) and mark.role == "focus" and mark.surface.kind == "chart" and not mark.labels:
            beside = [one for one in marks if one is not mark and one.surface.name == mark.surface.name]
            off = mark.positions[~_is_held(mark.positions, beside)] if len(mark.positions) else mark.positions
            grounds = Grounds(step, data, params)
            for place in off.tolist():
                told = all(grounds.has(each - NEAR_SELF * abs(each), each + NEAR_SELF * abs(each)) for each in place)
                assert told, f"{mark.surface.name}: a dot at {place}, where nothing else is drawn"
            looked_at += 1
        if isinstance(mark, Points) and mark.sizes is not None and len(np.unique(mark.sizes)) > KINDS:
            told = any(_grows_with(mark.sizes, one) for one in _quantities(step, data, mark))
            assert told, f"{mark.surface.name}: the areas of the dots grow evenly with nothing that the step holds"
            looked_at += 1
    return looked_at


def _is_held(places: np.ndarray, beside: Sequence[Mark]) -> np.ndarray:
    """(k,) which places (k, 2) are on something else; level lines are everywhere."""
    if any(isinstance(one, Contours) for one in beside):
        return np.ones(len(places), dtype=bool)
    near = NEAR * np.maximum(np.abs(places).max(axis=0), _extent(beside)) + 1e-300
    found = np.zeros(len(places), dtype=bool)
    for one in beside:
        if isinstance(one, Curve):
            found |= _on_pieces(places, one.positions[:-1], one.positions[1:], near)
        ends = _ends(one)
        found |= (np.abs(places[:, None] - ends) <= near).all(axis=2).any(axis=1)
    return found


def _ends(one: Mark) -> np.ndarray:
    if isinstance(one, (Points, Curve)):
        return one.positions
    if isinstance(one, Segments):
        return np.vstack([one.starts, one.ends])
    if isinstance(one, Bars):
        return np.column_stack([np.arange(len(one.values)), one.tops])
    return np.empty((0, 2))


def _extent(beside: Sequence[Mark]) -> np.ndarray:
    ends = np.vstack([np.empty((0, 2)), *(_ends(one) for one in beside)])
    return np.ptp(ends, axis=0) if len(ends) else np.zeros(2)


def _on_pieces(places: np.ndarray, starts: np.ndarray, ends: np.ndarray, near: np.ndarray) -> np.ndarray:
    """(k,) which places (k, 2) lie on one of the straight pieces, `near` (2,) apart at most."""
    along, there = ends - starts, places[:, None] - starts
    squares = ((along / near) ** 2).sum(axis=1)
    share = ((there / near) * (along / near)).sum(axis=2) / np.where(squares > 0, squares, 1.0)
    feet = np.clip(share, 0.0, 1.0)[..., None] * along
    return np.asarray((np.abs(feet - there) <= near).all(axis=2).any(axis=1))


def _grows_with(sizes: np.ndarray, one: np.ndarray) -> bool:
    """Whether the areas are a + b times it with b above 0, but for those that are held to the least or the greatest."""
    if one.shape != sizes.shape or not np.isfinite(one).all():
        return False
    free = (sizes > sizes.min()) & (sizes < sizes.max())
    free = free if len(np.unique(sizes[free])) > KINDS else np.ones(len(sizes), dtype=bool)
    area, told = sizes[free] - sizes[free].mean(), one[free] - one[free].mean()
    lengths = float(np.linalg.norm(area) * np.linalg.norm(told))
    return bool(lengths > 0 and area @ told > EVENLY * lengths)


def _quantities(step: Any, data: Dataset, mark: Points) -> Iterator[np.ndarray]:
    """The arrays of the step, the rows and columns of its tables, and what its model says of the rows."""
    rows, count = mark.rows, len(mark.positions)
    for array in (*kept(step), *_answers(step.model, data)):
        values = np.asarray(array, dtype=float)
        if values.ndim == 2 and values.size:
            each = [*values, *values.T, *(np.asarray(f(axis=k)) for f in (values.sum, values.max) for k in (0, 1))]
        else:
            each = [values] if values.ndim == 1 else []
        for one in each:
            yield from (one, np.abs(one))
            if rows is not None and one.shape == (data.n,):
                yield from (one[rows], np.abs(one[rows]))
            elif rows is None and count < len(one) <= count + CUT_OFF:  # some at the ends are out of sight
                yield from (one[first : first + count] for first in range(len(one) - count + 1))


def _answers(model: Any, data: Dataset) -> Iterator[np.ndarray]:
    """The probabilities of the rows, and how far from sure they are: p (1 − p)."""
    with suppress(Exception):  # it has none, or not of these rows
        shares = model.predict_proba(data.X)
        yield from (shares, shares * (1 - shares))
