"""Ratings matrix: a table with gaps, its rows as people and its columns as films.   (Segaran 2007)

M (C, F)        row c_c ∈ R^F        column f_f ∈ R^C        density = known cells / (C F)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import several
from engine.base.snapshot import no_indices, snapshot
from engine.base.words import counted, percent
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    M = data.X
    C, F = M.shape
    known = ~np.isnan(M)
    step = Step(part="start", by_row=known.sum(axis=1), by_column=known.sum(axis=0), outside=flagged(M, params))
    yield step
    for done in pauses(C, STRETCHES, False):
        step = replace(step, part="row", row=done - 1, there=np.flatnonzero(known[done - 1]))
        yield step
    step = replace(step, row=None)
    for done in pauses(F, STRETCHES, False):
        step = replace(step, part="column", column=done - 1, there=np.flatnonzero(known[:, done - 1]))
        yield step
    yield replace(step, part="all", column=None)
    return Ending.converged(f"{counted(step.known, 'rating')}, {percent(step.known / (C * F))} of all cells.")


def flagged(M: np.ndarray, params: Params) -> np.ndarray:
    """(m, 2) row and column of the ratings outside the scale; none where no scale is declared."""
    if not params.scale:
        return np.zeros((0, 2), dtype=np.intp)
    lowest, highest = params.scale
    return np.argwhere((lowest > M) | (highest < M))


def bound(data: Dataset, params: Params) -> int:
    return 2 + 2 * FEW


def limits(data: Dataset, params: Params) -> str:
    """A scale is two numbers, the lower one first."""
    if not params.scale or (len(params.scale) == 2 and params.scale[0] < params.scale[1]):
        return ""
    words = "scale is two numbers, the lowest rating and then the highest; leave it empty for none."
    return Objection(words, SetParameter("scale", ()))


STRETCHES = 12
"""Many rows and columns are gone through in so many stretches."""


@dataclass(frozen=True)
class Params:
    scale: tuple[float, ...] = several(
        most=2, label="rating scale", clear=True, help="the lowest and the highest rating; what is beyond is flagged"
    )


@snapshot
class Step:
    """The person or the film that is looked at."""

    part: Literal["start", "row", "column", "all"]
    by_row: np.ndarray  # (C,) how many films each has rated
    by_column: np.ndarray  # (F,) how many have rated each film
    outside: np.ndarray  # (m, 2) ratings outside the scale
    there: np.ndarray = field(default_factory=no_indices)  # which cells of the row or the column are known
    row: int | None = None
    column: int | None = None
    model: None = None

    @property
    def known(self) -> int:
        """How many ratings there are."""
        return int(self.by_row.sum())

    @property
    def density(self) -> float:
        """Their share of all cells."""
        return self.known / (len(self.by_row) * len(self.by_column))
