"""What a step of no learning without assumptions looks like: the functions that are left, and their votes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.decisions.no_free_lunch.functions import ROWS, bits, truth_tables
from engine.families.decisions.no_free_lunch.loop import Params, Step

TABLE = Surface("table", "Truth tables of the functions left")
VOTES = Surface("chart", "Share that says 1 for each input", "input b1 b2 b3", "share")
SHOWN = 32
"""So many functions have a column."""


def named(row: int) -> str:
    """The bits of a row, a full circle for a 1."""
    return "".join("●" if bit else "○" for bit in bits()[row])


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    names = tuple(named(row) for row in range(ROWS))
    seen = {row for row, _ in step.seen}
    groups = np.array([0 if row in seen else 1 for row in range(ROWS)])
    drawn: list[Mark] = [Bars(step.votes, names, groups, step.row, surface=VOTES)]
    if len(step.left):
        tables = truth_tables()[step.left[:SHOWN]].T.astype(float)
        heads = tuple(str(number) for number in step.left[:SHOWN])
        drawn.append(Matrix(tables, names, heads, "heat", chosen_row=step.row, surface=TABLE))
    return drawn
