"""A vote on a query, tree by tree: which class each votes for is a step of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, several
from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.families.ensembles.bootstrapped import Grown
from engine.parts.querying import LONGEST, QueryParams, asked, length_objection


@dataclass(frozen=True)
class BallotParams:
    """Whether each vote is a step, and on what the trees vote then."""

    stop_at: str = choice(
        "trees", ("trees", "every vote"), label="stop at", rare=True, help="also where each tree votes on a query"
    )
    query: tuple[float, ...] = several(
        most=LONGEST, symbol=r"\mathbf{x}", label="query", of_point=True, when=("stop_at", ("every vote",)), rare=True,
        auto=lambda step, params: None if step.vote is None else tuple(step.vote.point.tolist()),
        help="what the trees vote on; none: the middle of the rows",
    )  # fmt: skip


@snapshot
class Vote:
    """What one tree says of the query, and how the votes stand then."""

    point: np.ndarray  # (d,) the query that is voted on
    voter: int  # which tree votes
    says: int  # the class that it votes for
    cast: np.ndarray  # (K,) the votes so far


def ballot(grove: tuple[Grown, ...], data: Dataset, params: BallotParams) -> Iterator[Vote]:
    """The votes of the trees, one after the other; none where only the trees are steps."""
    K = len(data.class_names)
    x, cast = asked(data, QueryParams(params.query), None), np.zeros(K, dtype=np.int64)
    for voter, one in enumerate(grove[: voted(len(grove), params)]):
        k = int(one.tree.predict(x[None])[0])
        cast = cast + (np.arange(K) == k)
        yield Vote(x, voter, k, cast)


def voted(trees: int, params: BallotParams) -> int:
    """How many votes of so many trees are steps of their own."""
    return trees if params.stop_at == "every vote" else 0


def query_objection(data: Dataset, params: BallotParams) -> str:
    """Why the query that was typed cannot be voted on, or ''."""
    return length_objection(data, QueryParams(params.query)) if voted(1, params) else ""
