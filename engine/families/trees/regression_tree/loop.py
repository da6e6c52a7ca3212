"""Regression tree: cut the rows in two where the numbers of the parts spread least, and answer with means.   (1984)

Gain(S, cut) = Var(S) − Σ_v |S_v| / |S| · Var(S_v)
split the leaf, and by the cut, for which  |S| · Gain(S, cut)  is largest; a leaf answers the mean of its targets
a missing value:  Gain of the rows that have one, times their share;  the row goes where a stand-in of the cut says
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.probability.splits import divided
from engine.models.tree import RegressionTree
from engine.parts.trees.growing import leaves, size
from engine.parts.trees.regression import error, looked_at, planted, split, targets
from engine.parts.trees.stand_ins import StandIn, nothing_led, with_way
from engine.parts.trees.weighing import Leaf, Table, tried


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    t = targets(data)
    table = Table.of(data.X, t)
    tree = planted(t, data.d)
    waiting = looked_at(table, tree, [Leaf(0, 0, table.order)], params)
    yield Step(model=tree, kind="start", node=0, rows=np.arange(data.n))
    while waiting and leaves(tree) < params.max_leaves:
        leaf = max(waiting, key=lambda one: (one.worth, -one.node))
        waiting.remove(leaf)
        rows, weighed = np.sort(leaf.order[0]), (leaf.attributes, leaf.cuts, leaf.gains)
        if params.stop_at == "every cut":
            for place, attribute, cut in tried(table, leaf, params.min_leaf):
                yield Step(tree, "cut", leaf.node, rows, attribute, cut, *weighed, place)

        stand_ins = table.stand_ins(leaf)
        below_cut, larger = table.sides(leaf, stand_ins)
        parts = divided(leaf.order, below_cut)
        before, tree = tree.gaps, split(tree, leaf, [t[part[0]] for part in parts])
        if table.gappy:
            onward = tree.below(leaf.node)[larger]
            tree = replace(tree, gaps=with_way(before or nothing_led(1), tree, leaf.node, onward, stand_ins))

        below = [Leaf(tree.below(leaf.node)[side], leaf.depth + 1, part) for side, part in enumerate(parts)]
        waiting += looked_at(table, tree, below, params)
        yield Step(tree, "split", leaf.node, rows, leaf.attribute, leaf.cut, *weighed, leaf.chosen, stand_ins)
    return _ended(tree, len(waiting), params)


def bound(data: Dataset, params: Params) -> int:
    """A split has a row or more on each side; before it at most every cut of every feature is looked at."""
    most = max(min(params.max_leaves, data.n) - 1, 0)
    return 1 + most * (1 if params.stop_at == "splits" else 1 + data.d * data.n)


@dataclass(frozen=True)
class Params:
    max_leaves: int = whole(
        8, low=1, high=10_000, log=True, label="most leaves", help="the tree grows until it has so many"
    )
    min_leaf: int = whole(
        1, low=1, high=1_000_000, log=True, label="least rows in a leaf", help="no split leaves a branch with fewer"
    )
    max_depth: int = whole(
        50, low=1, high=1000, log=True, label="greatest depth", rare=True, help="the most questions on a path"
    )
    min_rows: int = whole(
        2, low=1, high=1_000_000, log=True, label="least rows to split", rare=True, help="a node with fewer is a leaf"
    )
    stop_at: str = choice("splits", ("splits", "every cut"), label="stop at", rare=True, help="where to stop and look")


@snapshot
class Step:
    """One split made, or one cut that is looked at before; and the tree after it."""

    model: RegressionTree
    kind: Literal["start", "cut", "split"]
    node: int
    rows: np.ndarray  # the rows that reach the node
    attribute: int = -1  # what the node is asked, or would be
    cut: float = float("nan")  # and where
    attributes: np.ndarray | None = None  # (c,) that can be cut there
    cuts: np.ndarray | None = None  # (c,) where each is cut best
    gains: np.ndarray | None = None  # (c,) and by how much the variance drops then
    chosen: int | None = None  # the place among them of what is asked
    stand_ins: tuple[StandIn, ...] = ()  # what a row without the value is asked, the best first


def _ended(tree: RegressionTree, waiting: int, params: Params) -> Ending:
    said = f"{size(tree)}; the squared errors of the training rows add up to {figure(error(tree))}."
    if waiting:
        spread_out = counted(waiting, "leaf could", "leaves could")
        asked = counted(params.max_leaves, "leaf", "leaves")
        return Ending.stopped(f"Growing stops at {asked}, as asked, and {spread_out} still be split: {said}")
    return Ending.converged(f"No leaf can be split any more: {said}")
