"""No learning without assumptions: which of all functions of three bits fit the rows seen so far.   (Wolpert 1996)

Of the functions that are allowed those stay that agree with every row seen. On a row that was not seen each of them
votes with its value there. Where all functions are allowed, half of those left say 1, whatever was seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, several
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.decisions.no_free_lunch.functions import (
    ALL,
    ALLOWED,
    MAJORITY,
    ROWS,
    TARGETS,
    allowed,
    target,
    truth_tables,
)


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    tables, left = truth_tables(), allowed(params.functions)
    step = Step(part="start", left=left, votes=tables[left].mean(axis=0), unseen=np.arange(ROWS))
    yield step
    for row, value in params.examples:
        fits = tables[left, row] == value
        left = left[fits]
        seen = (*step.seen, (row, value))
        unseen = np.setdiff1d(np.arange(ROWS), [one for one, _ in seen])
        votes = tables[left].mean(axis=0) if len(left) else np.full(ROWS, 0.5)
        step = replace(
            step,
            part="row",
            left=left,
            before=len(step.left),
            seen=seen,
            votes=votes,
            unseen=unseen,
            row=row,
            value=value,
        )
        yield step
        if not len(left):
            return Ending.converged(
                "No function that is allowed fits the rows: they contradict each other or the assumption."
            )
    yield replace(step, part="verdict", row=None, value=None)
    settled = int(np.isin(step.votes[step.unseen], (0.0, 1.0)).sum())
    fitting = counted(len(left), "function fits", "functions fit")
    return Ending.converged(f"{fitting}; they settle {settled} of {counted(len(step.unseen), 'unseen input')}.")


def bound(data: Dataset, params: Params) -> int:
    return 2 + 2 * ROWS


def limits(data: Dataset, params: Params) -> str:
    """The rows are numbers from 0 to 7, and the values that are typed are 0 or 1."""
    if any(row not in range(ROWS) for row in params.seen):
        words = f"seen takes the rows 0 to {ROWS - 1}, the three bits as a binary number."
        return Objection(words, SetParameter("seen", SEEN))
    if len(params.values) not in (0, len(params.seen)) or any(value not in (0, 1) for value in params.values):
        words = "values needs 0 or 1 for each row seen, or none for those of the target."
        return Objection(words, SetParameter("values", ()))
    return ""


SEEN = (1.0, 2.0, 3.0, 5.0, 6.0)
"""The rows that are seen at first."""


@dataclass(frozen=True)
class Params:
    functions: str = choice(ALL, ALLOWED, label="allowed", help="what is assumed of the function that is sought")
    target: str = choice(MAJORITY, TARGETS, help="what the rows that are seen show")
    seen: tuple[float, ...] = several(SEEN, most=2 * ROWS, label="rows seen", help="in this order, from 0 to 7")
    values: tuple[float, ...] = several(
        most=2 * ROWS, label="their values", rare=True, help="0 or 1 for each; empty: those of the target"
    )

    @property
    def examples(self) -> list[tuple[int, int]]:
        """The rows that are seen, with their values."""
        rows = [int(row) for row in self.seen]
        values = [int(value) for value in self.values] or [int(target(self.target)[row]) for row in rows]
        return list(zip(rows, values, strict=True))


@snapshot
class Step:
    """How many rows have been seen, and what is left."""

    part: Literal["start", "row", "verdict"]
    left: np.ndarray  # (m,) the functions that still fit
    votes: np.ndarray  # (8,) the share of them that says 1 in each row
    unseen: np.ndarray  # (u,) the rows that have not been seen
    before: int = 0  # functions before this row
    seen: tuple[tuple[int, int], ...] = ()
    row: int | None = None
    value: int | None = None
    model: None = None
