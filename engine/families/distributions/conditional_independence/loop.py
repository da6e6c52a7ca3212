"""Conditional independence: whether two variables are independent, on the whole and given a third.   (Dawid 1979)

on the whole:  p(a, b) = p(a) p(b) ?        given y:  p(a | b, y) = p(a | y) ?        in every cell
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, several, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.distributions.typed_table import NUMBERS, PROBABILITIES, filled, numbers_objection
from engine.maths.algebra.agreement import cleared


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    P = params.joint
    step = Step(part="table", P=P)
    yield step
    step = replace(step, part="pooled", pooled=P.sum(axis=0))
    yield step
    p_ab = step.pooled
    p_a, p_b = p_ab.sum(axis=1), p_ab.sum(axis=0)
    for i, j in cells(p_ab):
        deviation = apart(p_ab[i, j], p_a[i] * p_b[j])
        step = compared(step, None, i, j, deviation, params.tolerance)
        yield step
    for k, slice in enumerate(P):
        p_y = float(slice.sum())
        if not p_y > 0:
            step = replace(step, part="skipped", k=k, i=None, j=None)
            yield step
            continue
        p_a_y, p_by = slice.sum(axis=1) / p_y, slice.sum(axis=0)
        for i, j in cells(slice):
            if p_by[j] > 0:  # without b in y, p(a | b, y) is undefined
                deviation = apart(slice[i, j] / p_by[j], p_a_y[i])
                step = compared(step, k, i, j, deviation, params.tolerance)
                yield step
    yield replace(step, part="verdict", k=None, i=None, j=None)
    return Ending.converged(
        f"a and b are {verdict(step.on_the_whole)} on the whole, and {verdict(step.given_y)} given y."
    )


def cells(table: np.ndarray) -> Iterator[tuple[int, int]]:
    """Row by row the places of a table (I, J)."""
    for place in np.ndindex(table.shape):
        yield place[0], place[1]


def apart(one: float, other: float) -> float:
    """How far two probabilities are apart, and 0 where that is rounding."""
    return float(cleared(one - other, 1.0))


def compared(step: Step, k: int | None, i: int, j: int, deviation: float, tolerance: float) -> Step:
    """The step after this one: a cell more, which deviates so much, of slice k or on the whole."""
    step = replace(step, part="cell", k=k, i=i, j=j, deviation=deviation)
    holds = abs(deviation) <= tolerance
    if k is None:
        worst = max(step.largest, abs(deviation))
        return replace(step, largest=worst, on_the_whole=step.on_the_whole and holds)
    return replace(step, largest_y=max(step.largest_y, abs(deviation)), given_y=step.given_y and holds)


def verdict(independent: bool) -> str:
    return "independent" if independent else "dependent"


def bound(data: Dataset, params: Params) -> int:
    K, size = len(params.joint), params.rows * params.columns
    return 3 + size + K * size


def limits(data: Dataset, params: Params) -> str:
    """There are numbers, they are at least 0, and probabilities add up to 1."""
    n = len(params.table)
    if not n:
        words = "table is empty: type p(a, b, y), a block for each y."
        return Objection(words, SetParameter("table", HEAT))
    return numbers_objection(params.table, params.numbers, (1.0 / n,) * n)


HEAT = (0.16, 0.16, 0.04, 0.04, 0.0012, 0.0588, 0.0108, 0.5292)
"""Going to the beach and a heat stroke: on a hot day, p = 0.4, 80 % and 50 %; on a cold one 10 % and 2 %."""
COINS = (0.25, 0.0, 0.0, 0.25, 0.0, 0.25, 0.25, 0.0)
"""Two coins, and whether they match: without the match they tell nothing of each other, with it everything."""


@dataclass(frozen=True)
class Params:
    table: tuple[float, ...] = several(
        HEAT, most=64, symbol="P", help="p(a, b, y): a block for each y, in it a row for each a"
    )
    rows: int = whole(2, low=2, high=6, label="values of a", help="rows of a block")
    columns: int = whole(2, low=2, high=6, label="values of b", help="columns of a block")
    numbers: str = choice(PROBABILITIES, NUMBERS, help="counts are divided by their sum")
    tolerance: float = real(1e-9, low=1e-12, high=0.1, log=True, rare=True, help="a deviation so small counts as none")

    @property
    def blocks(self) -> np.ndarray:
        """(K, I, J) the numbers as they are typed; a last block that is not full has zeros."""
        return filled(self.table, self.rows, self.columns)

    @property
    def joint(self) -> np.ndarray:
        """(K, I, J) p(a, b, y), the values of y first."""
        return np.asarray(self.blocks / np.sum(self.table))


@snapshot
class Step:
    """How far the cells are compared: first those of p(a, b), then those of each y."""

    part: Literal["table", "pooled", "cell", "skipped", "verdict"]
    P: np.ndarray  # (K, I, J) p(a, b, y)
    pooled: np.ndarray = field(default_factory=no_numbers)  # (I, J) p(a, b) = Σ_y p(a, b, y)
    k: int | None = None  # the value of y; None on the whole
    i: int | None = None  # the cell of this step
    j: int | None = None
    deviation: float = 0.0  # p(a, b) − p(a) p(b), or p(a | b, y) − p(a | y)
    largest: float = 0.0  # the largest so far, without its sign, on the whole
    largest_y: float = 0.0  # and given y
    on_the_whole: bool = True  # whether a and b are independent as far as they are compared
    given_y: bool = True
    model: None = None
