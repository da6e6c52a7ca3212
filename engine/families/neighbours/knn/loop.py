"""k nearest neighbours: the rows nearest to a query vote for its class.   (Fix and Hodges 1951; Cover and Hart 1967)

c(z) = argmax Σ [c(x) = c]   over the k rows x nearest to z        P(c | z) ≈ k_c / k

Nothing is learnt before a query comes: the rows are kept, and all the work is done when they are asked.
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
from engine.maths.probability.row_keys import random_keys
from engine.maths.probability.votes import NEAREST, RANDOM, RULES, Ballot, narrowed, tied_classes
from engine.models.neighbours import Asked, Neighbours, Query
from engine.parts.querying import asked, count_objection, reach
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z, known = asked(data, params, start), kept_rows(data, params, rng)
    X, y = known.X, known.y
    step = Step(model=Asked(z, known))
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
    votes = np.zeros(known.K, dtype=np.int64)
    for stop in pauses(len(near), 20, params.every_row):
        taken = int(votes.sum())
        votes = votes + np.bincount(y[near[taken:stop]], minlength=known.K)
        yield replace(step, part="take", taken=stop, before=taken, votes=votes)

    tied = np.flatnonzero(votes == votes.max())
    step = replace(step, part="vote", taken=len(near), votes=votes, tied=tied)
    yield step

    answer, rules = decided(known, near, distances[near], votes)
    yield replace(step, part="answer", answer=answer, rules=rules)
    return Ending.converged(f"The query is classified as {data.class_name(answer)}.")


def decided(known: Neighbours, near: np.ndarray, distances: np.ndarray, votes: np.ndarray) -> tuple[int, Rules]:
    """The class with the most votes; where several have, the rules that were needed and the classes each left."""
    drawn = known.random_keys[near] if len(known.random_keys) else np.zeros(len(near))
    ballot = Ballot(known.y[near][None], distances[None], drawn[None], known.sizes)
    tied = tied_classes(votes[None])
    applied = narrowed(tied, ballot, known.rule)
    left = applied[-1][1] if applied else tied
    rules = tuple((name, tuple(np.flatnonzero(classes[0]).tolist())) for name, classes in applied)
    return int(np.argmax(left[0])), rules


def kept_rows(data: Dataset, params: Params, rng: np.random.Generator) -> Neighbours:
    """The rows with their classes, as a model; kept, because it is the same wherever the query is."""
    drawn = random_keys(data.row_keys, rng) if params.tie == RANDOM else np.zeros(0)
    key = (params.k, params.distance, params.p, params.scale, params.all_tied, params.tie, drawn.tobytes())
    y, K = data.codes, len(data.class_names)
    return data.cached(
        ("neighbours", *key),
        lambda: Neighbours(data.X, metric(data, params), params.k, params.all_tied, y, K, params.tie, drawn),
    )


def bound(data: Dataset, params: Params) -> int:
    return 4 + 2 * data.n


def limits(data: Dataset, params: Params) -> str:
    """k may not exceed the number of rows; the distance must suit the columns."""
    return count_objection(data, params.k) or query_objection(data, params)


@dataclass(frozen=True)
class Voting:
    """What stands before the parameters of the distance."""

    k: int = whole(
        3, low=1, high=1_000_000, log=True, of_rows=True, symbol="k", label="neighbours", clear=True,
        help="that vote",
    )  # fmt: skip
    tie: str = choice(NEAREST, tuple(RULES), label="tie rule", help="odd k leaves out the farthest")
    all_tied: bool = flag(
        False, label="include ties", rare=True, help="rows as far as the k-th vote too; else the lower rows do"
    )
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")


@dataclass(frozen=True)
class Params(MeasureParams, Voting):
    """How many neighbours vote, and by which distance."""


Rules = tuple[tuple[str, tuple[int, ...]], ...]
"""The rules that a tie took, one after the other, each with the class codes that it left."""


@snapshot
class Step(QueryStep):
    """How far the query has come, and how the votes stand."""

    part: Literal["start", "distance", "sort", "take", "vote", "answer"] = "start"
    model: Asked = field(kw_only=True)
    votes: np.ndarray | None = None  # (K,) for each class
    tied: np.ndarray | None = None  # the codes of the classes with the most votes
    answer: int | None = None
    rules: Rules = ()
