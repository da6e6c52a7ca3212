"""Distance over common coordinates: only what both points have can be compared.   (Dixon 1979)

r = √( Σ_d∈S (a_d − b_d)² ),  S = O_a ∩ O_b          rescaled  r √( D / |S| )

O_a are the coordinates that a has. Without a common one r is undefined, and never 0: that would mean "identical".
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import flag, several, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    rows = params.rows(data)
    pair = data.X[list(rows)].copy()
    pair[1, params.hidden_columns(data)] = np.nan
    D = data.d
    shared = common(pair)
    step = Step(part="start", rows=rows, pair=pair, shared=shared, squares=squared_gaps(pair, shared))
    yield step

    for done in pauses(D, STRETCHES, False):
        step = replace(step, part="mark", done=done, before=step.done)
        yield step
    if step.count < params.minimum:
        yield replace(step, part="undefined")
        fewer = f"{counted(step.count, 'common coordinate')}, and {params.minimum} are asked for"
        return Ending.converged(f"The distance is undefined: {fewer}.")

    places = np.flatnonzero(shared)
    for number in pauses(len(places), STRETCHES, False):
        done = int(places[number - 1]) + 1
        total = float(step.squares[:done].sum())
        step = replace(step, part="square", done=done, before=step.added, added=number, last=step.total, total=total)
        yield step
    step = replace(step, part="root", distance=math.sqrt(step.total))
    yield step
    if params.rescale:
        step = replace(step, part="rescaled", rescaled=enlarged(step.total, D, step.count))
        yield step
    told = step.distance if step.rescaled is None else step.rescaled
    return Ending.converged(f"The distance is {figure(told or 0.0)} over {step.count} of {counted(D, 'coordinate')}.")


def common(pair: np.ndarray) -> np.ndarray:
    """(D,) which coordinates both points (2, D) have."""
    return np.asarray(~np.isnan(pair).any(axis=0))


def squared_gaps(pair: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """(D,) (a_d − b_d)², and 0 where it is not common."""
    return np.asarray(np.where(shared, pair[0] - pair[1], 0.0) ** 2)


def enlarged(total: float, D: int, count: int) -> float:
    """√(Σ D / |S|): as if the coordinates that are not common were on average as far apart."""
    return math.sqrt(total * D / count)


def bound(data: Dataset, params: Params) -> int:
    return 3 + 2 * min(data.d, FEW)


def limits(data: Dataset, params: Params) -> str:
    """Both rows are there."""
    for name, row in (("first", params.first), ("second", params.second)):
        if row > data.n:
            return Objection(f"{name} = {row} is no row: choose from 1 to {data.n:,}.", SetParameter(name, data.n))
    return ""


STRETCHES = 12
"""Many coordinates are gone through in so many stretches."""


@dataclass(frozen=True)
class Params:
    first: int = whole(1, low=1, high=1_000_000, of_rows=True, symbol="a", label="row", help="the number of a row")
    second: int = whole(0, low=0, high=1_000_000, of_rows=True, symbol="b", label="row", help="0 is the last")
    hidden: tuple[float, ...] = several(
        most=1000, label="missing in b too", help="numbers of features to take as missing"
    )
    minimum: int = whole(1, low=1, high=1000, label="minimum overlap", help="with fewer common ones it is undefined")
    rescale: bool = flag(False, label="rescale by D / |S|", help="as if the others were on average as far apart")

    def rows(self, data: Dataset) -> tuple[int, int]:
        """The indices of the two rows."""
        return self.first - 1, (self.second or data.n) - 1

    def hidden_columns(self, data: Dataset) -> list[int]:
        """The indices of the features that are taken as missing in b; numbers of no feature are passed over."""
        return sorted({int(number) - 1 for number in self.hidden if 1 <= number <= data.d})


@snapshot
class Step:
    """How far the distance has been worked out."""

    part: Literal["start", "mark", "undefined", "square", "root", "rescaled"]
    rows: tuple[int, int]
    pair: np.ndarray  # (2, D) a and b, NaN where a cell is missing
    shared: np.ndarray  # (D,) which coordinates both have
    squares: np.ndarray  # (D,) the squared gaps
    done: int = 0  # so many coordinates are marked, or gone through
    before: int = 0  # how many were marked, or added, at the step before
    added: int = 0  # so many squares are added
    last: float = 0.0  # the sum before
    total: float = 0.0
    distance: float | None = None
    rescaled: float | None = None
    model: None = None

    @property
    def count(self) -> int:
        """How many coordinates are common."""
        return int(self.shared.sum())

    @property
    def summed(self) -> np.ndarray:
        """(D,) the squares that are added so far, and 0 for the others."""
        return np.where(np.arange(len(self.squares)) < (self.done if self.added else 0), self.squares, 0.0)
