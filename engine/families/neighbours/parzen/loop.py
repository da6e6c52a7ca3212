"""Parzen window: the rows within a fixed distance of a query vote for its class.   (Rosenblatt 1956; Parzen 1962)

P(c | z) = Σ [yᵢ = c] [xᵢ ∈ R(z)] / Σ [xᵢ ∈ R(z)]        R(z) = all x with d(z, x) ≤ R

k nearest neighbours fix how many rows vote, and reach as far as they must; here the reach is fixed, and not how many.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, real
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.neighbours.measuring import MeasureParams, chosen_width, query_objection
from engine.families.neighbours.weighing import rows_that_vote, shared, unanswered
from engine.maths.probability.kernels import UNIFORM, heaviest
from engine.models.kernel_votes import FALLBACKS, OPEN, AskedVotes
from engine.models.neighbours import Query
from engine.parts.querying import asked
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z = asked(data, params, start)
    known = rows_that_vote(data, params, UNIFORM, params.radius, params.fallback)
    R, step = known.h, Step(model=AskedVotes(z, known))
    yield step

    distances = known.metric.between(z, known.X)[0]
    counts, tested = np.zeros(known.K, dtype=np.int64), 0
    for stop in pauses(data.n, 20, params.every_row):
        rows = np.arange(tested, stop)
        members = rows[distances[rows] <= R]  # the rim counts
        counts = counts + np.bincount(known.y[members], minlength=known.K)
        step = replace(step, part="test", distances=distances, before=tested, tested=stop, counts=counts)
        yield step
        tested = stop

    shares = shared(known, z, counts)
    answer = int(heaviest(shares[None])[0])
    yield replace(step, part="answer", before=tested, shares=shares, answer=answer)
    if answer < 0:
        return Ending.stopped(unanswered(R, "R"))
    return Ending.converged(f"The query is classified as {data.class_name(answer)}.")


def bound(data: Dataset, params: Params) -> int:
    return 3 + data.n


def limits(data: Dataset, params: Params) -> str:
    """The distance must suit the columns."""
    return query_objection(data, params)


@dataclass(frozen=True)
class Window:
    """What stands before the parameters of the distance."""

    radius: float = real(
        0.0, low=0.0, high=1e6, log=True, symbol="R", auto=chosen_width,
        help="auto: three times the median distance to the nearest other row",
    )  # fmt: skip
    fallback: str = choice(OPEN, FALLBACKS, label="no point inside the window", help="what is said where no row is")
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")


@dataclass(frozen=True)
class Params(MeasureParams, Window):
    """How wide the window is, and how far it is to the rows."""


@snapshot
class Step:
    """So many rows have been tested."""

    part: Literal["start", "test", "answer"] = "start"
    model: AskedVotes = field(kw_only=True)
    distances: np.ndarray | None = None  # (n,) to the rows
    before: int = 0  # how many rows had been tested at the step before
    tested: int = 0  # how many have
    counts: np.ndarray | None = None  # (K,) how many of each class are inside
    shares: np.ndarray | None = None  # (K,) their shares
    answer: int | None = None  # −1 where it is undefined
