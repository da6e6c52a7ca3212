"""The perceptron criterion E_P = −Σ t a over the mistakes: term by term through an update, and as a surface over w."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Contours, Line, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons.mistakes import terms
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.spread import spread
from engine.models.linear import Hyperplane
from engine.parts.basis import in_basis
from engine.parts.weight_space import ROWS, Key, Landscape, activation_blocks, axes, shown, surface, what_is_held

WATERFALL = Surface("chart", "Effect of the update", "row", "criterion", open=False)
OVER_WEIGHTS = Surface("chart", "Criterion over w", open=False)
FALLS = 12
"""So many rows have a bar of their own; those that change less share one."""


# -- an update, term by term -------------------------------------------------------------------------------------------


def waterfall(before: Hyperplane, after: Hyperplane, sample: int, table: Dataset) -> list[Mark]:
    """From the criterion before the update to that after it: what the term of each row adds, or takes away.

    The row presented comes first, then the others, the greatest change first.
    """
    t = signs(table)
    old, new = (np.maximum(terms(line, table.X, t), 0.0) for line in (before, after))
    changes = new - old
    others = np.flatnonzero(changes)
    others = others[others != sample]
    rows = np.append(sample, others[np.argsort(-np.abs(changes[others]), kind="stable")])
    first, rest = rows[:FALLS], rows[FALLS:]
    falls, names = changes[first].tolist(), [table.row_name(int(row)) for row in first]
    codes = table.codes[first].tolist()
    if len(rest):
        falls, names, codes = [*falls, float(changes[rest].sum())], [*names, "others"], [*codes, -1]
    start, end = float(old.sum()), float(new.sum())
    values = np.array([start, *falls, end])
    if not np.isfinite(values).all():
        return []
    bases = np.array([0.0, *(start + np.cumsum([0.0, *falls[:-1]])), 0.0])
    groups = np.array([-1, *codes, -1])
    return [Bars(values, ("before", *names, "after"), groups, 1, surface=WATERFALL, bases=bases)]


# -- a surface over two of the weights ---------------------------------------------------------------------------------


def over_weights(before: Hyperplane, after: Hyperplane, sample: int | None, table: Dataset) -> list[Mark]:
    """E_P over two of the weights with the others held, the way of this step, and the crease of the row presented."""
    if not (np.isfinite(after.packed).all() and np.isfinite(before.packed).all()):
        return []
    w, way = after.packed, np.array([shown(line.packed) for line in (before, after)])
    chart = replace(surface(table, np.vstack([way, np.zeros(2)])), name=OVER_WEIGHTS.name, open=OVER_WEIGHTS.open)
    landscape, key = _slice(w, table)
    drawn: list[Mark] = [Contours(landscape, key, fill=True, surface=chart)]
    if sample is not None:
        drawn += _crease(w, sample, table, chart)
    if (way[0] != way[1]).any():
        drawn.append(
            Segments(way[:1], way[1:], "axis", arrows=True, labels=(in_basis("η t x", after.basis),), surface=chart)
        )
    drawn.append(Points(way[1:], "focus", labels=("w",), surface=chart))
    return drawn + what_is_held(table, chart)


def _slice(w: np.ndarray, table: Dataset) -> tuple[Landscape, Key]:
    """E_P at two weights (m, 2), from evenly spaced rows when there are many, scaled up to all of them."""
    rows = spread(table.n, ROWS)
    slopes, held = _sides(w, rows, table)
    share = table.n / len(rows)

    def landscape(places: np.ndarray) -> np.ndarray:
        sums = [-np.minimum(piece, 0.0).sum(axis=1) for piece in activation_blocks(slopes, held, places)]
        return share * np.concatenate(sums)

    return landscape, ("criterion", share, slopes.tobytes(), held.tobytes())


def _sides(w: np.ndarray, rows: np.ndarray, table: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """(m, 2) and (m,) with t a = slopes · (the two weights) + held, for these rows."""
    signed = signs(table)[rows, None] * with_ones(table.X[rows])
    slopes = signed[:, list(axes(table.d))]
    return slopes, signed @ w - slopes @ shown(w)


def _crease(w: np.ndarray, sample: int, table: Dataset, chart: Surface) -> list[Mark]:
    """Where t a = 0 for one row: on one side of it the row adds nothing."""
    slopes, held = _sides(w, np.array([sample]), table)
    if not slopes.any():
        return []
    name = f"point {table.row_name(sample)}: t a = 0"
    return [Line(slopes[0], float(held[0]), "boundary", normal=True, label=name, surface=chart)]
