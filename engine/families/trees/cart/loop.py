"""Decision tree: cut a number in two, or ask a category, where the classes are least mixed then.   (CART 1984)

Gain(S, cut) = I(S) − Σ_v |S_v| / |S| · I(S_v),   I: Gini impurity or entropy
split the leaf, and by the cut, for which  |S| · Gain(S, cut)  is largest
a missing value:  Gain of the rows that have one, times their share;  the row goes where a stand-in of the cut says
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
from engine.families.trees.cart.weighing import Classes
from engine.models.tree import Tree
from engine.parts.trees.at_once import may_split
from engine.parts.trees.growing import asked_in_order, leaves, seed_of, summary
from engine.parts.trees.stand_ins import StandIn
from engine.parts.trees.weighing import Leaf, Scores, split, tried, weighed


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Tree | None = None) -> Steps:
    table = Classes.of(data, params)
    tree, waiting, last = begun(table, params, start)
    first = splits(tree)
    asks, stand_ins = (last.attribute, table.features.stand_ins(last)) if first else (None, ())
    yield Step(
        model=tree, kind="start", node=last.node, rows=last.rows, scores=last.scores, attribute=asks, cut=last.cut,
        begun=first, stand_ins=stand_ins,
    )  # fmt: skip
    while waiting and leaves(tree) < params.max_leaves:
        leaf = max(waiting, key=lambda one: (one.worth, -one.node))
        waiting.remove(leaf)
        if params.stop_at == "every cut":
            for attribute, cut in tried(table, leaf, params.min_leaf):
                yield Step(
                    model=tree, kind="cut", node=leaf.node, rows=leaf.rows, scores=leaf.scores, attribute=attribute,
                    cut=cut, begun=first,
                )  # fmt: skip

        stand_ins = table.features.stand_ins(leaf)
        tree, below = split(table, tree, leaf, stand_ins)
        waiting += [leaf for leaf in looked_at(table, tree, below, params) if leaf.scores is not None]
        yield Step(
            model=tree, kind="split", node=leaf.node, rows=leaf.rows, scores=leaf.scores, attribute=leaf.attribute,
            cut=leaf.cut, begun=first, stand_ins=stand_ins,
        )  # fmt: skip
    return _ended(tree, len(waiting), params)


def looked_at(table: Classes, tree: Tree, leaves: list[Leaf], params: Params) -> list[Leaf]:
    """The leaves with the scores of all that can be asked there; without any if one stays a leaf."""
    fit = [leaf for leaf in leaves if may_split(tree.counts[leaf.node], leaf.depth, len(leaf.rows), params)]
    found = {leaf.node: scores for leaf, scores in zip(fit, weighed(table, fit, params.min_leaf), strict=True)}
    splits = {node: scores for node, scores in found.items() if worth_asking(scores, params)}
    return [leaf.scored(splits[leaf.node]) if leaf.node in splits else leaf for leaf in leaves]


def worth_asking(scores: Scores, params: Params) -> bool:
    """Whether there is a question for a leaf, and one that gains something where that is asked for."""
    return len(scores.attributes) > 0 and (params.zero_gain != "stop" or bool(scores.gains.any()))


def begun(table: Classes, params: Params, start: Tree | None) -> tuple[Tree, list[Leaf], Leaf]:
    """The root alone, or the splits of a start made again; the leaves that wait, and the one that was split last."""
    root = table.features.root
    tree = seed_of(table.counts(root.rows), table.features.X.shape[1])
    (leaf,) = looked_at(table, tree, [root], params)
    last = leaf
    there, name = {0: leaf}, {0: 0}
    if start is None:
        return tree, [leaf] if leaf.scores is not None else [], leaf
    for node in asked_in_order(start):
        if name.get(node, -1) not in there or leaves(tree) >= params.max_leaves:
            continue
        attribute, cut = int(start.attribute[node]), start.cut(node)
        if np.isnan(cut) and attribute not in table.features.levels:  # a number is not asked by code
            continue
        last = there.pop(name[node]).asking(attribute, cut)
        tree, below = split(table, tree, last, table.features.stand_ins(last))
        there |= {part.node: part for part in looked_at(table, tree, below, params)}
        codes = {int(tree.branch[part.node]): part.node for part in below}
        name |= {child: codes.get(int(start.branch[child]), -1) for child in start.below(node)}
    return tree, [one for one in there.values() if one.scores is not None], last


def splits(tree: Tree) -> int:
    """How many nodes have been split."""
    return len(asked_in_order(tree))


def bound(data: Dataset, params: Params) -> int:
    """A split has two branches with rows or more; before it at most every cut of every feature is looked at."""
    most = max(min(params.max_leaves, data.n) - 1, 0)
    return 1 + most * (1 if params.stop_at == "splits" else 1 + data.d * data.n)


@dataclass(frozen=True)
class Params:
    criterion: str = choice("gini", ("gini", "gain", "gain ratio"), help="what a question is scored by")
    max_leaves: int = whole(
        20, low=1, high=10_000, log=True, label="maximum leaves", help="the tree grows until it has so many"
    )
    max_depth: int = whole(
        50, low=1, high=1000, log=True, label="maximum depth", rare=True, help="the most questions on a path"
    )
    min_rows: int = whole(
        2, low=1, high=1_000_000, log=True, label="minimum rows to split", rare=True, help="a node with fewer is a leaf"
    )
    min_leaf: int = whole(
        1, low=1, high=1_000_000, log=True, label="minimum rows per leaf", help="no split leaves a branch with fewer"
    )
    stop_at: str = choice("splits", ("splits", "every cut"), label="stop at", rare=True, help="where to stop and look")
    zero_gain: str = choice(
        "take the first", ("take the first", "stop"), label="without any gain", rare=True, help="no question has a gain"
    )
    guard: bool = flag(
        False, label="average gain first", rare=True, help="gain ratio only: attributes of at least average gain (C4.5)"
    )


@snapshot
class Step:
    """One split made, or one cut that is looked at before; and the tree after it."""

    model: Tree
    kind: Literal["start", "cut", "split"]
    node: int
    rows: np.ndarray  # the rows that reach the node
    scores: Scores | None = None  # None where the node is a leaf whatever could be asked
    attribute: int | None = None  # what the node is asked, or would be
    cut: float = float("nan")  # where; NaN by category
    begun: int = 0  # how many splits the start of the run had
    stand_ins: tuple[StandIn, ...] = ()  # what is asked where the value of a cut is missing, the best first


def _ended(tree: Tree, waiting: int, params: Params) -> Ending:
    if waiting:
        mixed = counted(waiting, "leaf could", "leaves could")
        asked = counted(params.max_leaves, "leaf", "leaves")
        return Ending.stopped(f"Growing stops at {asked}, as asked, and {mixed} still be split: {summary(tree)}")
    return Ending.converged(f"No leaf can be split any more: {summary(tree)}")
