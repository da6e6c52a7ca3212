"""Online nearest neighbours: examples come and go one by one, and a meter counts what learning and asking cost.

learn   store x, d numbers; forget: delete it                  ask   compare with all n rows, n · d differences

Beside it the nearest mean, which works the other way round: it updates the mean of a class at every example, and a
query costs K · d however many there were.   (Aha, Kibler and Albert 1991; Welford 1962)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.running import Running
from engine.maths.probability.votes import NEAREST
from engine.models.neighbours import EUCLIDEAN, Asked, Metric, Neighbours, Query
from engine.parts.querying import QueryParams, asked, length_objection
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z = asked(data, params, start)
    means = tuple(Running.none(data.d) for _ in data.class_names)
    step = Step(part="start", model=Query(z), kept=np.zeros(0, dtype=np.intp), means=means)
    yield step

    for rows in stretches(np.arange(data.n), params):
        step = updated(step, "learn", rows, data, params)
        yield step

    for rows in stretches(forgotten(data, params), params):
        step = updated(step, "forget", rows, data, params)
        yield step
    return Ending.converged(
        f"{counted(data.n, 'row was', 'rows were')} stored, and {data.n - len(step.kept):,} deleted again."
    )


def updated(step: Step, part: Literal["learn", "forget"], rows: np.ndarray, data: Dataset, params: Params) -> Step:
    """A few rows are stored, or deleted, and the means of their classes follow; each time the query is asked."""
    means = list(step.means)
    meter = step.meter
    n = len(step.kept)
    emptied = False
    for row in rows:
        own = means[data.codes[row]]
        own = own.plus(data.X[row]) if part == "learn" else own.minus(data.X[row])
        means[data.codes[row]], n = own, n + (1 if part == "learn" else -1)
        meter = meter.after(n, sum(one.n > 0 for one in means), data.d)
        emptied = emptied or not own.n
    kept = np.append(step.kept, rows) if part == "learn" else step.kept[~np.isin(step.kept, rows)]
    model = model_of(kept, step.model.point, data, params)
    return Step(
        part=part, model=model, kept=kept, means=tuple(means), rows=rows, before=step.model, meter=meter,
        emptied=emptied,
    )  # fmt: skip


def model_of(kept: np.ndarray, z: np.ndarray, data: Dataset, params: Params) -> Query:
    """The rows that are stored, as neighbours that vote; without any, only the query."""
    if not len(kept):
        return Query(z)
    metric = Metric(EUCLIDEAN, np.ones(data.d), np.zeros((0, 0)))
    k, K = min(params.k, len(kept)), len(data.class_names)
    return Asked(z, Neighbours(data.X[kept], metric, k, False, data.codes[kept], K, NEAREST, np.zeros(0)))


def forgotten(data: Dataset, params: Params) -> np.ndarray:
    """The rows that go in the end, in their order."""
    if params.forget == NOTHING:
        return np.zeros(0, dtype=np.intp)
    return np.flatnonzero(data.codes == data.codes[0]) if params.forget == CLASS else np.arange(data.n)


def stretches(rows: np.ndarray, params: Params) -> list[np.ndarray]:
    """The rows, one at a step, or of many a stretch of them."""
    return np.split(rows, pauses(len(rows), 15, params.every_row)[:-1]) if len(rows) else []


def bound(data: Dataset, params: Params) -> int:
    return 1 + 2 * data.n


def limits(data: Dataset, params: Params) -> str:
    """The query needs a number for each feature."""
    return length_objection(data, params)


NOTHING, CLASS, ALL = FORGETS = ("nothing", "the class of the first row", "everything")


@dataclass(frozen=True)
class Storing:
    """What is stored and forgotten, and how many neighbours vote."""

    k: int = whole(
        3, low=1, high=1_000_000, log=True, of_rows=True, symbol="k", label="neighbours", clear=True,
        help="that vote",
    )  # fmt: skip
    forget: str = choice(CLASS, FORGETS, clear=True, help="what goes again when all rows have come")
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")


@dataclass(frozen=True)
class Params(QueryParams, Storing):
    """What is stored, and the query that is asked each time."""


@dataclass(frozen=True)
class Meter:
    """Operations so far, on one coordinate each: of neighbours, and of the nearest mean."""

    stored: int = 0  # numbers that neighbours stored or deleted
    compared: int = 0  # differences that their queries took
    updated: int = 0  # coordinates of means that were changed
    matched: int = 0  # differences that queries to the means took

    def after(self, n: int, K: int, d: int) -> Meter:
        """With one example more or less, and a query when n rows of K classes are there."""
        return Meter(self.stored + d, self.compared + n * d, self.updated + d, self.matched + K * d)


@snapshot
class Step:
    """What is stored after a few rows came or went."""

    part: Literal["start", "learn", "forget"]
    model: Query
    kept: np.ndarray  # the rows that are stored
    means: tuple[Running, ...]  # of each class
    rows: np.ndarray | None = None  # those that just came or went
    before: Query | None = None  # the model of the step before
    meter: Meter = Meter()
    emptied: bool = False  # whether the last example of a class has gone
