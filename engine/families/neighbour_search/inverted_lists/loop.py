"""Inverted lists: look only at rows that share an attribute with the query.   (Zobel and Moffat 2006)

index   L_a = the rows that have the attribute a
search  candidates = ∪ L_a over the attributes a of the query z; only they are compared

How many lists a row is on while they are merged is how many attributes it shares, and that gives its distance:
d(z, x) = |z| + |x| − 2 |z ∩ x|, the attributes that only one of both has.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, several, whole
from engine.base.snapshot import no_indices, snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.neighbour_search.item_sets import items, rows_as_sets
from engine.models.neighbours import Query
from engine.parts.querying import LONGEST, QueryParams, asked, asked_by, count_objection, length_objection, reach
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    has, z = rows_as_sets(data), query(data, params, start)
    wanted = np.flatnonzero(items(data).of(z[None])[0])
    step = Step(part="start", model=Query(z), wanted=wanted)
    yield step

    for stop in pauses(len(has) if params.build == ROWS else has.shape[1], 10, params.every_row):
        step = replace(step, part="index", done=stop, before=step.done)
        yield step

    shared = np.zeros(data.n, dtype=np.int64)
    for place, attribute in enumerate(wanted):
        on_it = has[:, attribute]
        step = replace(step, part="fetch", fetched=place + 1, known=shared, shared=shared + on_it)
        shared = step.shared
        yield step

    candidates = np.flatnonzero(shared) if shared.any() else np.arange(data.n)  # no list has a row: all are compared
    step = replace(step, shared=shared, candidates=candidates)
    for stop in pauses(len(candidates), 10, params.every_row):
        part = candidates[len(step.distances) : stop]
        more = len(wanted) + has[part].sum(axis=1) - 2 * shared[part]
        step = replace(step, part="compare", before=stop - len(part), distances=np.append(step.distances, more))
        yield step

    yield replace(step, part="answer", near=nearest(step.distances, candidates, params.k))
    return Ending.converged(f"{len(candidates):,} of {data.n:,} rows had to be compared.")


def nearest(distances: np.ndarray, rows: np.ndarray, k: int) -> np.ndarray:
    """The k nearest of some rows, and whichever are as far as the last of them; the lower first on a tie."""
    order = np.argsort(distances, kind="stable")
    return np.asarray(rows[order[: reach(distances[order], min(k, len(rows)), True)]])


def query(data: Dataset, params: Params, start: Query | None) -> np.ndarray:
    """(d,) the query z: as placed, as typed, or as the last row."""
    return asked(data, params, start if params.query or start is not None else Query(data.X[-1]))


def bound(data: Dataset, params: Params) -> int:
    return 2 + 2 * data.n + 2 * len(items(data).names)


def limits(data: Dataset, params: Params) -> str:
    """k may not exceed the number of rows; the query needs a number for each column."""
    return count_objection(data, params.k) or length_objection(data, params)


ROWS, LISTS = BUILDS = ("a row at a time", "a list at a time")


@dataclass(frozen=True)
class Listing:
    """How the index is built, and how many rows are looked for."""

    k: int = whole(1, low=1, high=10, symbol="k", label="neighbours", clear=True, help="that are looked for")
    build: str = choice(ROWS, BUILDS, label="build the index", clear=True, help="what is put in at a step")
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")


@dataclass(frozen=True)
class Params(QueryParams, Listing):
    """The index, and the query that is looked up in it."""

    query: tuple[float, ...] = several(
        most=LONGEST,
        symbol=r"\mathbf{z}",
        label="query",
        of_point=True,
        auto=asked_by,
        help="its columns; none: as the last row",
    )


@snapshot
class Step:
    """How far the index is built, or the query has come."""

    part: Literal["start", "index", "fetch", "compare", "answer"]
    model: Query
    wanted: np.ndarray  # the attributes of the query
    done: int = 0  # so many rows, or lists, are in the index
    before: int = 0  # how many were, or how many candidates had been compared, at the step before
    fetched: int = 0  # so many of the lists that are wanted have been merged
    known: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # `shared` before the last list
    shared: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # (n,) on how many of them a row is
    candidates: np.ndarray = field(default_factory=no_indices)
    distances: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # of the first candidates
    near: np.ndarray = field(default_factory=no_indices)

    @property
    def alone(self) -> bool:
        """Whether no list had a row, so that all are compared."""
        return bool(len(self.candidates)) and not self.shared.any()
