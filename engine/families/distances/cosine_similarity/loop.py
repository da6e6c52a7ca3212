"""Cosine similarity: the angle between two vectors, however long they are.   (Salton and McGill 1983)

cos θ = a · b / (‖a‖ ‖b‖)        centred: a ← a − ā,  b ← b − b̄,  and cos θ is Pearson's correlation r

a and b are two rows, with a coordinate for each feature, or two columns, with one for each row.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, flag, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.models.pair import Pair
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Pair | None = None) -> Steps:
    raw = start.points if start is not None and params.of == ROWS else vectors(data, params)
    centred = raw - column_means(raw.T)[:, None]
    a, b = centred if params.centre else raw
    model = Pair(raw) if params.of == ROWS else None
    step = Step(part="start", model=model, raw=raw, centred=centred, a=a, b=b, products=a * b)
    yield step

    for done in pauses(len(a), STRETCHES, False):
        step = replace(step, part="product", done=done, before=step.done)
        yield step
    dot = float(step.products.sum())
    lengths = np.sqrt(np.array([a @ a, b @ b]))
    step = replace(step, part="lengths", dot=dot, lengths=lengths)
    yield step
    if not lengths.all():
        which = "a" if lengths[0] == 0 else "b"
        return Ending.converged(f"The angle is undefined: {which} is the zero vector, which has no direction.")

    step = replace(step, part="cosine", cosine=quotient(dot, lengths))
    yield step
    other = cosine_of(*(raw if params.centre else centred))
    yield replace(step, part="beside", other=other)
    return Ending.converged(f"cos θ = {figure(step.cosine or 0.0)}, an angle of {figure(step.angle or 0.0)} degrees.")


def quotient(dot: float, lengths: np.ndarray) -> float:
    """cos θ = a · b / (‖a‖ ‖b‖), within −1 and 1, which rounding may leave."""
    return min(max(float(dot / lengths[0] / lengths[1]), -1.0), 1.0)


def cosine_of(a: np.ndarray, b: np.ndarray) -> float | None:
    """cos θ of two vectors (D,), or None where one of them is 0."""
    lengths = np.sqrt(np.array([a @ a, b @ b]))
    return quotient(float((a * b).sum()), lengths) if lengths.all() else None


def vectors(data: Dataset, params: Params) -> np.ndarray:
    """(2, D) the two rows, or the two columns, of which the last stands for every number beyond it."""
    if params.of == ROWS:
        return np.array(data.X[[params.first - 1, (params.second or data.n) - 1]])
    return np.array(data.X.T[list(columns(data, params))])


def columns(data: Dataset, params: Params) -> tuple[int, int]:
    """The indices of the two columns."""
    return min(params.first, data.d) - 1, min(params.second or data.d, data.d) - 1


def bound(data: Dataset, params: Params) -> int:
    return 4 + min(data.d if params.of == ROWS else data.n, FEW)


def limits(data: Dataset, params: Params) -> str:
    """Both rows are there."""
    for name, row in (("first", params.first), ("second", params.second)):
        if params.of == ROWS and row > data.n:
            words = f"{name} = {row} is no row: choose from 1 to {data.n:,}."
            return Objection(words, SetParameter(name, data.n))
    return ""


STRETCHES = 12
"""Many coordinates are gone through in so many stretches."""
ROWS, COLUMNS = VECTORS = ("two rows", "two columns")


@dataclass(frozen=True)
class Params:
    of: str = choice(ROWS, VECTORS, label="vectors", help="a coordinate for each feature, or for each row")
    first: int = whole(1, low=1, high=1_000_000, of_rows=True, symbol="a", label="number", help="of a row or column")
    second: int = whole(0, low=0, high=1_000_000, of_rows=True, symbol="b", label="number", help="0 is the last")
    centre: bool = flag(False, label="centre first", help="subtract from each vector the mean of its coordinates")


@snapshot
class Step:
    """How far the cosine has been worked out."""

    part: Literal["start", "product", "lengths", "cosine", "beside"]
    model: Pair | None  # none of two columns, which are no points
    raw: np.ndarray  # (2, D) the vectors as they are
    centred: np.ndarray  # (2, D) less the mean of the coordinates of each
    a: np.ndarray  # (D,) as it is compared
    b: np.ndarray  # (D,)
    products: np.ndarray  # (D,) a_d b_d
    done: int = 0  # so many of them are added
    before: int = 0
    dot: float = 0.0  # a · b
    lengths: np.ndarray | None = None  # (2,) ‖a‖ and ‖b‖
    cosine: float | None = None
    other: float | None = None  # of the centred vectors, or of those that are not

    @property
    def added(self) -> np.ndarray:
        """(D,) the products that are added so far, and 0 for the others."""
        return np.where(np.arange(len(self.products)) < self.done, self.products, 0.0)

    @property
    def total(self) -> float:
        """The sum of the products so far."""
        return float(self.products[: self.done].sum())

    @property
    def angle(self) -> float | None:
        """θ in degrees."""
        return None if self.cosine is None else float(np.degrees(np.arccos(self.cosine)))
