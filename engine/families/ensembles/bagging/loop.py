"""Bagging: the same tree grown many times, each time from other rows drawn at random, and a vote.   (Breiman 1996)

    for each tree:  draw n rows, some of them several times        grow a tree from them, asking any feature
    class of x = the k that most trees answer with

A tree depends much on the rows it is grown from; a vote of many less. A random forest also draws features at random.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.ensembles.ballot import BallotParams, Vote, ballot, query_objection, voted
from engine.families.ensembles.bootstrapped import Grown, ended, out_of_bag, tried_out, with_votes
from engine.maths.probability.row_keys import bootstrap
from engine.maths.probability.splits import presorted
from engine.models.forest import Forest
from engine.parts.trees.at_once import Limits, grown
from engine.parts.trees.growing import asked_values, levels_of


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X = asked_values(data)
    levels = levels_of(data)
    y = data.codes
    K = len(data.class_names)
    order = presorted(X)
    bag: tuple[Grown, ...] = ()
    votes, errors = np.zeros((data.n, K)), np.zeros((0, 2), dtype=np.int64)
    yield Step(model=None, bag=bag, votes=votes, errors=errors)
    for _ in range(params.trees):
        rows = bootstrap(data.row_keys, rng)
        tree = grown(X, y, K, limits=params.limits, rows=rows, order=order, levels=levels)
        bag = (*bag, tried_out(tree, X, y, np.bincount(rows, minlength=data.n)))

        votes = with_votes(votes, bag[-1])
        errors = np.append(errors, [out_of_bag(votes, y)], axis=0)
        yield Step(model=voting(bag), bag=bag, votes=votes, errors=errors)

    for vote in ballot(bag, data, params):
        yield Step(model=voting(bag), bag=bag, votes=votes, errors=errors, vote=vote)
    votes_of = counted(params.trees, "tree votes", "trees vote")
    return Ending.converged(f"{votes_of}. {ended(votes, y)}")


def voting(bag: tuple[Grown, ...]) -> Forest:
    """The trees with one vote each."""
    return Forest(tuple(one.tree for one in bag), np.ones(len(bag)))


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.trees + voted(params.trees, params)


def limits(data: Dataset, params: Params) -> str:
    """A query that was typed has a number for each feature."""
    return query_objection(data, params)


@dataclass(frozen=True)
class Params(BallotParams):
    trees: int = whole(10, low=1, high=500, log=True, symbol="T", label="number of trees", clear=True, help="that vote")
    max_leaves: int = whole(
        0, low=0, high=10_000, label="maximum leaves", help="0: as many as it takes to learn its rows"
    )
    min_leaf: int = whole(1, low=1, high=10_000, log=True, label="minimum rows per leaf", rare=True, help="at least")

    @property
    def limits(self) -> Limits:
        """When the growing of a tree stops."""
        return Limits(self.max_leaves or Limits.max_leaves, min_leaf=self.min_leaf)


@snapshot
class Step:
    """One tree grown, or one that votes on a query; at the start none."""

    model: Forest | None
    bag: tuple[Grown, ...]
    votes: np.ndarray  # (n, K) of the trees that have not seen a row
    errors: np.ndarray  # (t, 2) after each tree: how many rows those get wrong, and how many they vote on
    vote: Vote | None = None  # of a tree on the query
