"""Nearest neighbour: the row nearest to a query gives it its class.   (Fix and Hodges 1951; Cover and Hart 1967)

c(z) = c(x*),   x* = argmin d(z, xᵢ)        the cell of a row: all queries to which no other row is nearer (Voronoi)

Nothing is learnt before a query comes. Then one row after the other is compared with the nearest so far.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import flag
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.neighbours.measuring import MeasureParams, metric, query_objection
from engine.maths.probability.votes import NEAREST
from engine.models.neighbours import Asked, Neighbours, Query
from engine.parts.querying import asked
from engine.parts.stretches import FEW


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z, known = asked(data, params, start), kept_rows(data, params)
    step = Step(model=Asked(z, known))
    yield step

    distances = known.metric.between(z, known.X)[0].tolist()
    nearest = -1
    least = np.inf
    always = stops_always(data, params)
    for row, d in enumerate(distances):
        rival, bar = nearest, least
        if d < least:  # one as near is not nearer: the lower row stays
            nearest, least = row, d
        if nearest == row or always:
            yield replace(step, part="compare", row=row, d=d, rival=rival, bar=bar, nearest=nearest, least=least)

    answer = int(known.y[nearest])
    yield replace(step, part="answer", row=data.n - 1, nearest=nearest, least=least, answer=answer)
    return Ending.converged(
        f"The query is classified as {data.class_name(answer)}, as row {data.row_name(nearest)} is."
    )


def stops_always(data: Dataset, params: Params) -> bool:
    """Whether there is a stop at every row, and not only at those that are nearer."""
    return params.every_row or data.n <= FEW


def kept_rows(data: Dataset, params: Params) -> Neighbours:
    """The rows with their classes, as a model; kept, because it is the same wherever the query is."""
    key = (params.distance, params.p, params.scale)
    y, K = data.codes, len(data.class_names)
    return data.cached(
        ("nearest neighbour", *key),
        lambda: Neighbours(data.X, metric(data, params), 1, False, y, K, NEAREST, np.zeros(0)),
    )


def bound(data: Dataset, params: Params) -> int:
    return 2 + data.n


def limits(data: Dataset, params: Params) -> str:
    """The distance must suit the columns."""
    return query_objection(data, params)


@dataclass(frozen=True)
class Stopping:
    """What stands before the parameters of the distance."""

    every_row: bool = flag(
        False, label="stop at every row", rare=True, help="also where there are many; else at those that are nearer"
    )


@dataclass(frozen=True)
class Params(MeasureParams, Stopping):
    """How far it is to the rows, and where to stop."""


@snapshot
class Step:
    """The rows up to `row` have been compared, and one of them is the nearest so far."""

    part: Literal["start", "compare", "answer"] = "start"
    model: Asked = field(kw_only=True)
    row: int = -1  # the row compared last
    d: float = np.inf  # its distance to the query
    rival: int = -1  # the nearest of the rows before it; −1 where it is the first
    bar: float = np.inf  # the distance of that one
    nearest: int = -1  # the nearest so far
    least: float = np.inf  # its distance
    answer: int | None = None
