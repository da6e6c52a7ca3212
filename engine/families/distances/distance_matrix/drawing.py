"""What a step of the distance matrix looks like: the table as it fills, and the pair of each cell on the plane."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distances.distance_matrix.loop import Params, Step
from engine.parts.nearest import to_rows

TABLE = Surface("table", "Distances")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = []
    if not step.own:
        drawn.append(Points(step.Z, "centre", labels=names(step, data)))
    if step.R is None:
        return drawn
    return [*drawn, *pairs(step, data), table(step, data)]


def names(step: Step, data: Dataset) -> tuple[str, ...]:
    """What the points z are called."""
    if step.own:
        return tuple(data.row_name(row) for row in range(data.n))
    return tuple(data.class_name(k) for k in data.classes_present)


def pairs(step: Step, data: Dataset) -> list[Mark]:
    """A line for each cell that was filled at this step, of one row of cells; in the end that of the nearest pair."""
    if step.found is not None and step.found.pair:
        m, n = step.found.pair
        return [Segments(step.Z[[m]], data.X[[n]], "best", rows=np.array([n]))]
    if step.part != "cell" or step.block > 1 or step.cell is None or step.R is None:
        return []
    m, n = step.cell
    first = max(step.before - m * data.n, 0)
    drawn = to_rows(step.Z[m], np.arange(first, n + 1), data)
    return [*drawn, Points(step.Z[[m]], "focus", rows=np.array([m]) if step.own else None)]


def table(step: Step, data: Dataset) -> Matrix:
    """The cells so far; of a large table each is the mean of a block."""
    shown = step.shown
    assert shown is not None and step.R is not None
    m, n = step.cell or (0, 0)
    chosen = (m, n) if step.part == "cell" else (None, None)
    if step.block > 1:
        return Matrix(
            shown, chosen_row=chosen[0], title=f"means of blocks of {step.block} by {step.block}", surface=TABLE
        )
    heads = tuple(data.row_name(row) for row in range(data.n))
    rows = np.arange(data.n) if step.own else np.full(len(step.Z), -1)
    lit = None
    if step.found is not None and step.found.pair:
        lit = np.zeros(shown.shape, dtype=bool)
        lit[step.found.pair] = True
    by_cell = step.done - step.before == 1
    return Matrix(
        shown, names(step, data), heads, chosen_row=chosen[0], chosen_column=chosen[1] if by_cell else None,
        title="R", surface=TABLE, rows=rows, columns=np.arange(data.n), lit=lit,
    )  # fmt: skip
