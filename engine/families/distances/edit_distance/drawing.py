"""What the edit distance looks like: the table of all beginnings, and the way back through it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distances.edit_distance.loop import STEPS, Params, Step

TABLE = Surface("table", "Costs of all beginnings")
NOTHING = "∅"
"""The beginning without a letter."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    rows, columns = (NOTHING, *params.first), (NOTHING, *params.second)
    steps = cell_steps(len(params.first), len(params.second))
    known = np.where(steps <= step.known, step.D, np.nan)
    title = "a goes down, b to the right"
    table = Matrix(
        known, rows, columns, "table", step.i, title, surface=TABLE, steps=steps, lit=lit(step), chosen_column=step.j
    )
    return [table]


def cell_steps(m: int, n: int) -> np.ndarray:
    """(m + 1, n + 1) the step in which each cell is filled; −1 for the first row and column."""
    steps = np.full((m + 1, n + 1), -1)
    steps[1:, 1:] = 1 + np.arange(m * n).reshape(m, n)
    return steps


def lit(step: Step) -> np.ndarray:
    """(m + 1, n + 1) the cells that the cheapest may come from, or the way back so far."""
    cells = np.zeros(step.D.shape, dtype=bool)
    if step.path is not None:
        cells[tuple(step.path.T)] = True
    elif step.totals is not None and step.i is not None and step.j is not None:
        for move in range(len(step.totals)):
            cells[step.i - STEPS[move, 0], step.j - STEPS[move, 1]] = True
    return cells
