"""Joint table: sum rule, product rule, conditioning, Bayes' rule and independence.   (Bishop 2006, section 1.2)

p(x) = Σ_y p(x, y)        p(y | x) = p(x, y) / p(x)        p(x | y) = p(y | x) p(x) / Σ_x p(y | x) p(x)

x and y are independent where p(x, y) = p(x) p(y) in every cell.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, several, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.distributions.typed_table import NUMBERS, PROBABILITIES, TOLERANCE, filled, numbers_objection


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    P = params.joint
    K, J = P.shape
    step = Step(part="table", P=P)
    yield step
    for i in range(K):
        step = replace(step, part="row", i=i, px=np.append(step.px, P[i].sum()))
        yield step
    for j in range(J):
        step = replace(step, part="column", i=None, j=j, py=np.append(step.py, P[:, j].sum()))
        yield step

    given_x = np.zeros((K, J))
    for i in range(K):
        given_x[i] = conditioned(P[i], step.px[i])
        step = replace(step, part="given x", i=i, j=None, given_x=given_x.copy(), rows=i + 1)
        yield step
    given_y = np.zeros((K, J))
    for j in range(J):
        given_y[:, j] = inverted(given_x[:, j], step.px, step.py[j])
        step = replace(step, part="Bayes", i=None, j=j, given_y=given_y.copy(), columns=j + 1)
        yield step

    apart = P - np.outer(step.px, step.py)
    worst = np.unravel_index(int(np.abs(apart).argmax()), P.shape)
    yield replace(step, part="independence", i=int(worst[0]), j=int(worst[1]), apart=apart)
    deviation = float(np.abs(apart).max())
    verdict = "independent" if deviation <= TOLERANCE else "not independent"
    return Ending.converged(f"x and y are {verdict}: the largest deviation is {figure(deviation)}.")


def conditioned(joint: np.ndarray, margin: float) -> np.ndarray:
    """(J,) p(y | x) = p(x, y) / p(x); 0 where p(x) is 0, and it is undefined."""
    return joint / margin if margin > 0 else np.zeros_like(joint)


def inverted(given_x: np.ndarray, px: np.ndarray, py: float) -> np.ndarray:
    """(I,) p(x | y) = p(y | x) p(x) / p(y) of one y; 0 where p(y) is 0, and it is undefined."""
    return given_x * px / py if py > 0 else np.zeros_like(px)


def bound(data: Dataset, params: Params) -> int:
    return 2 + 2 * sum(map(int, params.joint.shape))


def limits(data: Dataset, params: Params) -> str:
    """The numbers fill a table, are at least 0, and probabilities add up to 1."""
    J, n = params.columns, len(params.table)
    if not n or n > J * MOST:
        words = f"table has {n} numbers, and takes from 1 to {MOST} rows of {J}: type others, or other columns."
        return Objection(words, SetParameter("table", (0.25,) * 2 * J), SetParameter("columns", 2))
    return numbers_objection(params.table, params.numbers, (1.0,) * n)


MOST = 8
"""The table has at most so many rows."""
TEST = (0.0099, 0.0001, 0.0495, 0.9405)
"""A medical test: one in a hundred is ill, 99 % of the ill and 5 % of the healthy test positive."""


@dataclass(frozen=True)
class Params:
    table: tuple[float, ...] = several(TEST, most=64, symbol="P", help="row after row: a row for each x")
    columns: int = whole(2, low=2, high=8, help="how many values y has")
    numbers: str = choice(PROBABILITIES, NUMBERS, help="counts are divided by their sum")

    @property
    def joint(self) -> np.ndarray:
        """(I, J) p(x, y)."""
        return np.asarray(self.cells / self.cells.sum())

    @property
    def cells(self) -> np.ndarray:
        """(I, J) the numbers as they are typed; a last row that is not full has zeros."""
        return filled(self.table, self.columns)


@snapshot
class Step:
    """How far the margins and the conditionals have been worked out."""

    part: Literal["table", "row", "column", "given x", "Bayes", "independence"]
    P: np.ndarray  # (I, J) p(x, y)
    px: np.ndarray = field(default_factory=no_numbers)  # (I,) p(x) as far as it is added up
    py: np.ndarray = field(default_factory=no_numbers)  # (J,) p(y)
    i: int | None = None  # the row of this step
    j: int | None = None  # the column of this step
    given_x: np.ndarray | None = None  # (I, J) p(y | x)
    rows: int = 0  # so many rows of it are known
    given_y: np.ndarray | None = None  # (I, J) p(x | y)
    columns: int = 0  # so many columns of it are known
    apart: np.ndarray | None = None  # (I, J) p(x, y) − p(x) p(y)
    model: None = None
