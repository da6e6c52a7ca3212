"""Regression tree: cut a number in two, or ask a category, where the targets spread least then.   (CART 1984)

Gain(S, cut) = Var(S) − Σ_v |S_v| / |S| · Var(S_v)
split the leaf, and by the cut, for which  |S| · Gain(S, cut)  is largest; a leaf answers the mean of its targets
a missing value:  Gain of the rows that have one, times their share;  the row goes where a stand-in of the cut says
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.models.tree import RegressionTree
from engine.parts.trees.growing import leaves, size
from engine.parts.trees.regression import Numbers, error, looked_at, planted, targets
from engine.parts.trees.stand_ins import StandIn
from engine.parts.trees.weighing import Columns, Scores, split, tried


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    t = targets(data)
    table = Numbers.of(Columns.of(data), t)
    tree = planted(t, data.d)
    waiting = looked_at(table, [table.features.root], params)
    yield Step(model=tree, kind="start", node=0, rows=np.arange(data.n))
    while waiting and leaves(tree) < params.max_leaves:
        leaf = max(waiting, key=lambda one: (one.worth, -one.node))
        waiting.remove(leaf)
        if params.stop_at == "every cut":
            for attribute, cut in tried(table, leaf, params.min_leaf):
                yield Step(
                    model=tree, kind="cut", node=leaf.node, rows=leaf.rows, scores=leaf.scores, attribute=attribute,
                    cut=cut,
                )  # fmt: skip

        stand_ins = table.features.stand_ins(leaf)
        tree, below = split(table, tree, leaf, stand_ins)
        waiting += looked_at(table, below, params)
        yield Step(
            model=tree, kind="split", node=leaf.node, rows=leaf.rows, scores=leaf.scores, attribute=leaf.attribute,
            cut=leaf.cut, stand_ins=stand_ins,
        )  # fmt: skip
    return _ended(tree, len(waiting), params)


def bound(data: Dataset, params: Params) -> int:
    """A split has a row or more on each side; before it at most every cut of every feature is looked at."""
    most = max(min(params.max_leaves, data.n) - 1, 0)
    return 1 + most * (1 if params.stop_at == "splits" else 1 + data.d * data.n)


@dataclass(frozen=True)
class Params:
    max_leaves: int = whole(
        8, low=1, high=10_000, log=True, label="maximum leaves", help="the tree grows until it has so many"
    )
    min_leaf: int = whole(
        1, low=1, high=1_000_000, log=True, label="minimum rows per leaf", help="no split leaves a branch with fewer"
    )
    max_depth: int = whole(
        50, low=1, high=1000, log=True, label="maximum depth", rare=True, help="the most questions on a path"
    )
    min_rows: int = whole(
        2, low=1, high=1_000_000, log=True, label="minimum rows to split", rare=True, help="a node with fewer is a leaf"
    )
    stop_at: str = choice("splits", ("splits", "every cut"), label="stop at", rare=True, help="where to stop and look")


@snapshot
class Step:
    """One split made, or one cut that is looked at before; and the tree after it."""

    model: RegressionTree
    kind: Literal["start", "cut", "split"]
    node: int
    rows: np.ndarray  # the rows that reach the node
    scores: Scores | None = None  # None at the start
    attribute: int = -1  # what the node is asked, or would be
    cut: float = float("nan")  # where; NaN by category
    stand_ins: tuple[StandIn, ...] = ()  # what a row without the value of a cut is asked, the best first


def _ended(tree: RegressionTree, waiting: int, params: Params) -> Ending:
    said = f"{size(tree)}; the squared errors of the training rows add up to {figure(error(tree))}."
    if waiting:
        spread_out = counted(waiting, "leaf could", "leaves could")
        asked = counted(params.max_leaves, "leaf", "leaves")
        return Ending.stopped(f"Growing stops at {asked}, as asked, and {spread_out} still be split: {said}")
    return Ending.converged(f"No leaf can be split any more: {said}")
