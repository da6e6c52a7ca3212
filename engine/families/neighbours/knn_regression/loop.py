"""k nearest neighbours for a number: the mean of the targets of the rows nearest to a query.

t(z) = Σ wₙ tₙ / Σ wₙ   over the k rows nearest to z        wₙ = 1, or 1 / d(z, xₙ)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, whole
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.neighbours.measuring import MeasureParams, metric, query_objection
from engine.families.neighbours.query_step import QueryStep
from engine.maths.algebra.nearest_rows import Near
from engine.models.neighbours import WEIGHTS, AskedMean, NeighbourMean, Query
from engine.parts.querying import asked, count_objection, reach
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z, known = asked(data, params, start), kept_rows(data, params)
    X, t = known.X, known.t
    step = Step(model=AskedMean(z, known))
    yield step

    distances = np.zeros(0)
    for stop in pauses(data.n, 1, params.every_row):
        more = known.metric.between(z, X[len(distances) : stop])[0]
        distances = np.append(distances, more)
        yield replace(step, part="distance", distances=distances, before=stop - len(more))

    order = np.argsort(distances, kind="stable")  # equal ones stay in the order of their rows
    step = replace(step, part="sort", distances=distances, order=order)
    yield step

    near = order[: reach(distances[order], params.k, params.all_tied)]
    taken = 0
    for stop in pauses(len(near), 20, params.every_row):
        yield replace(step, part="take", taken=stop, before=taken)
        taken = stop

    shares = weighed(known, near, distances[near])
    answer = float((shares * t[near]).sum())
    yield replace(step, part="answer", taken=len(near), shares=shares, answer=answer)
    return Ending.converged(f"The answer is {data.target_column.figure(answer)}.")


def weighed(known: NeighbourMean, near: np.ndarray, distances: np.ndarray) -> np.ndarray:
    """(k,) the weights of the neighbours, which add up to 1; rows at distance 0 alone count if there are any."""
    asked_once = Near(near[None], distances[None], np.zeros(1, dtype=bool))
    return np.asarray(known.shares(asked_once)[0])


def kept_rows(data: Dataset, params: Params) -> NeighbourMean:
    """The rows with their targets, as a model; kept, because it is the same wherever the query is."""
    key = (params.k, params.distance, params.p, params.scale, params.all_tied, params.weights)
    t = np.asarray(data.y, dtype=float)
    return data.cached(
        ("mean of neighbours", *key),
        lambda: NeighbourMean(data.X, metric(data, params), params.k, params.all_tied, t, params.weights),
    )


def bound(data: Dataset, params: Params) -> int:
    return 3 + 2 * data.n


def limits(data: Dataset, params: Params) -> str:
    """k may not exceed the number of rows; the distance must suit the columns."""
    return count_objection(data, params.k) or query_objection(data, params)


@dataclass(frozen=True)
class Averaging:
    """What stands before the parameters of the distance."""

    k: int = whole(
        3, low=1, high=1_000_000, log=True, of_rows=True, symbol="k", label="neighbours", clear=True,
        help="that are averaged",
    )  # fmt: skip
    weights: str = choice("equal", WEIGHTS, clear=True, help="of the neighbours in the mean")
    all_tied: bool = flag(
        False, label="include ties", rare=True, help="rows as far as the k-th count too; else the lower rows do"
    )
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")


@dataclass(frozen=True)
class Params(MeasureParams, Averaging):
    """How many neighbours are averaged, and by which distance."""


@snapshot
class Step(QueryStep):
    """How far the query has come, and the mean."""

    part: Literal["start", "distance", "sort", "take", "answer"] = "start"
    model: AskedMean = field(kw_only=True)
    shares: np.ndarray | None = None  # (k,) the weights of the neighbours; they add up to 1
    answer: float | None = None
