"""Random forest: many trees, each grown from random rows and asking random features.   (Breiman 2001)

    for each tree:  draw n rows, some of them several times        at each cut try m of the D features, drawn anew
    class of x = the k that most trees answer with

A row that was not drawn for a tree is new to it: the votes of such trees alone give the out-of-bag error.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.ensembles.ballot import BallotParams, Vote, ballot, query_objection, voted
from engine.families.ensembles.bootstrapped import Grown, ended, tried_out, with_votes
from engine.maths.probability.row_keys import RowKeys, bootstrap, shuffled
from engine.maths.probability.splits import presorted
from engine.models.forest import Forest
from engine.parts.trees.at_once import Chooser, Limits, grown
from engine.parts.trees.growing import asked_values, levels_of


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X = asked_values(data)
    levels = levels_of(data)
    y = data.codes
    K = len(data.class_names)
    order = presorted(X)
    forest: Forest | None = None
    grove: tuple[Grown, ...] = ()
    votes = np.zeros((data.n, K))
    m = tried(data.d, params)
    yield Step(kind="start", model=forest, grove=grove, votes=votes, tried=m)
    for _ in range(params.trees):
        drawn = sampled(data.row_keys, params, rng)
        some = random_features(data.d, m, rng)
        least = Limits(min_leaf=params.min_leaf)
        tree = grown(X, y, K, limits=least, rows=drawn, chooser=some, order=order, levels=levels)
        grove = (*grove, tried_out(tree, X, y, np.bincount(drawn, minlength=data.n)))
        forest = Forest(tuple(one.tree for one in grove), np.ones(len(grove)))
        votes = with_votes(votes, grove[-1])
        yield Step(kind="tree", model=forest, grove=grove, votes=votes, tried=m)

    assert forest is not None, "there is one tree at least"
    for vote in ballot(grove, data, params):
        yield Step(kind="vote", model=forest, grove=grove, votes=votes, tried=m, vote=vote)

    rises: tuple[float, ...] = ()
    for column, order in shuffles(data, params, rng):
        rises = (*rises, rise(X, y, forest, grove, column, order))
        yield Step(kind="shuffle", model=forest, grove=grove, votes=votes, tried=m, rises=rises)
    return Ending.converged(
        f"{counted(params.trees, 'tree')} {'votes' if params.trees == 1 else 'vote'}. {ended(votes, y)}"
    )


def sampled(row_keys: RowKeys, params: Params, rng: np.random.Generator) -> np.ndarray:
    """(m,) the rows a tree is grown from, as often as they are drawn."""
    if params.sample == "bootstrap":
        return bootstrap(row_keys, rng)
    if params.sample == "all rows":
        return np.arange(len(row_keys))
    return np.sort(shuffled(row_keys, rng)[: max(round(params.share * len(row_keys)), 1)])


def random_features(D: int, m: int, rng: np.random.Generator) -> Chooser | None:
    """For each node m of the D features, those with the lowest random keys; each node has its own keys."""
    drawn, child = np.zeros((0, D)), rng.spawn(1)[0]

    def chooser(nodes: np.ndarray) -> np.ndarray:
        nonlocal drawn
        drawn = np.concatenate([drawn, child.random((max(int(nodes[-1]) + 1 - len(drawn), 0), D))])
        return np.sort(np.argsort(drawn[nodes], axis=1, kind="stable")[:, :m], axis=1)

    return chooser if m < D else None


def tried(D: int, params: Params) -> int:
    """m: how many features are tried at each cut; ⌊√D⌋ unless it is given, and no more than there are."""
    return min(params.features or math.isqrt(D), D)


def shuffles(data: Dataset, params: Params, rng: np.random.Generator) -> Iterator[tuple[int, np.ndarray]]:
    """Each feature with an order (n,) of the rows, in which its values are handed round."""
    if params.importance and params.sample != "all rows":
        for column in range(data.d):
            yield column, shuffled(data.row_keys, rng)


def rise(
    X: np.ndarray, y: np.ndarray, forest: Forest, grove: tuple[Grown, ...], column: int, order: np.ndarray
) -> float:
    """By how much the error of a tree on its unseen rows rises, on average, when they exchange their values."""
    new = np.array([one.drawn == 0 for one in grove])
    if not new.any():
        return 0.0
    tree, rows = np.nonzero(new)
    mixed = X[rows]
    mixed[:, column] = X[order[np.nonzero(new[:, order])[1]], column]
    right = np.array([one.said for one in grove])[tree, rows] == y[rows]
    lost = np.bincount(tree, right) - np.bincount(tree, forest.said(tree, mixed) == y[rows])
    there = new.sum(axis=1)[: len(lost)]
    return float((lost[there > 0] / there[there > 0]).mean())


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.trees + voted(params.trees, params) + data.d


def limits(data: Dataset, params: Params) -> str:
    """A query that was typed has a number for each feature."""
    return query_objection(data, params)


SAMPLES = ("bootstrap", "a share", "all rows")


@dataclass(frozen=True)
class Params(BallotParams):
    trees: int = whole(25, low=1, high=500, log=True, symbol="T", label="number of trees", clear=True, help="that vote")
    features: int = whole(
        0,
        low=0,
        high=10_000,
        auto=lambda step, params: step.tried,
        symbol="m",
        label="features per split",
        help="at each cut, drawn at random; auto: √ of all",
    )
    sample: str = choice(
        "bootstrap", SAMPLES, label="rows of a tree", clear=True, help="drawn with repetition, without, or all of them"
    )
    share: float = real(
        0.632,
        low=0.01,
        high=1.0,
        when=("sample", ("a share",)),
        label="share of the rows",
        rare=True,
        help="of each tree",
    )
    min_leaf: int = whole(1, low=1, high=10_000, log=True, label="minimum rows per leaf", rare=True, help="at least")
    importance: bool = flag(True, label="importance", rare=True, help="at the end, shuffle each feature in turn")


@snapshot
class Step:
    """One tree grown, one that votes on a query, or one feature shuffled; at the start none of these."""

    kind: Literal["start", "tree", "vote", "shuffle"]
    model: Forest | None
    grove: tuple[Grown, ...]
    votes: np.ndarray  # (n, K) of the trees that have not seen a row
    tried: int = 0  # features at each cut
    rises: tuple[float, ...] = ()  # of the error, for each feature shuffled so far
    vote: Vote | None = None  # of a tree on the query
