"""Kernel vote: every row votes with a weight that falls with its distance.   (Rosenblatt 1956; Parzen 1962)

P(c | z) = Σ [c(x) = c] K(d(x, z)) / Σ K(d(x, z))        over all rows x

Some kernels are 0 beyond their width h; the uniform one gives all rows within it one vote each: a Parzen window.
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
from engine.maths.probability.kernels import COMPACT, GAUSSIAN, KERNELS, heaviest, weighed
from engine.models.kernel_votes import FALLBACKS, OPEN, AskedVotes
from engine.models.neighbours import Query
from engine.parts.querying import asked
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z = asked(data, params, start)
    known = rows_that_vote(data, params, params.kernel, params.h, params.fallback)
    step = Step(model=AskedVotes(z, known))
    yield step

    distances = known.metric.between(z, known.X)[0]
    weights, shift = weighed(known.kernel, distances, known.h)
    step = replace(step, distances=distances, weights=weights, shift=float(shift))
    totals, taken = np.zeros(known.K), 0
    for stop in pauses(data.n, 20, params.every_row):
        rows = slice(taken, stop)
        totals = totals + np.bincount(known.y[rows], weights[rows], known.K)
        yield replace(step, part="add", totals=totals, before=taken, taken=stop)
        taken = stop

    shares = shared(known, z, totals)
    answer = int(heaviest(shares[None])[0])
    yield replace(step, part="answer", totals=totals, before=taken, taken=taken, shares=shares, answer=answer)
    if answer < 0:
        return Ending.stopped(unanswered(known.h, "h"))
    return Ending.converged(f"The query is classified as {data.class_name(answer)}.")


def bound(data: Dataset, params: Params) -> int:
    return 3 + data.n


def limits(data: Dataset, params: Params) -> str:
    """The distance must suit the columns."""
    return query_objection(data, params)


@dataclass(frozen=True)
class Weighing:
    """What stands before the parameters of the distance."""

    kernel: str = choice(GAUSSIAN, KERNELS, clear=True, help="how a weight falls with the distance")
    h: float = real(
        0.0, low=0.0, high=1e6, log=True, auto=chosen_width,
        symbol="h", label="bandwidth", when=("kernel", (GAUSSIAN, *COMPACT)),
        help="auto: three times the median distance to the nearest other row",
    )  # fmt: skip
    fallback: str = choice(
        OPEN,
        FALLBACKS,
        label="no point inside the window",
        when=("kernel", COMPACT),
        help="what is said where all weights are 0",
    )
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")


@dataclass(frozen=True)
class Params(MeasureParams, Weighing):
    """How rows are weighed, and how far it is to them."""


@snapshot
class Step:
    """So many rows have voted. The weights are those of all rows; far from all, they are divided by the largest."""

    part: Literal["start", "add", "answer"] = "start"
    model: AskedVotes = field(kw_only=True)
    distances: np.ndarray | None = None  # (n,) to the rows
    weights: np.ndarray | None = None  # (n,)
    shift: float = 0.0  # the logarithm of what they have been divided by
    before: int = 0  # how many rows had voted at the step before
    taken: int = 0  # how many have
    totals: np.ndarray | None = None  # (K,) the weight for each class
    shares: np.ndarray | None = None  # (K,) its share
    answer: int | None = None  # -1 where it is undefined
