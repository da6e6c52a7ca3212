"""Growing a regression tree, split by split: a leaf answers the mean of its targets."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.probability.splits import divided
from engine.models.tree import RegressionTree
from engine.parts.trees.at_once import Limits
from engine.parts.trees.growing import leaves
from engine.parts.trees.weighing import Leaf, Table


class Allowed(Protocol):
    """What limits where a node may be split, and into what."""

    @property
    def max_depth(self) -> int: ...
    @property
    def min_rows(self) -> int: ...
    @property
    def min_leaf(self) -> int: ...


def targets(data: Dataset) -> np.ndarray:
    """(n,) the numbers to be predicted."""
    assert data.y is not None
    return np.asarray(data.y, dtype=float)


def planted(t: np.ndarray, d: int) -> RegressionTree:
    """The root alone, which answers with the mean of all."""
    none = np.array([-1])
    mean, error = answered(t)
    sizes, means, errors = np.array([len(t)]), np.array([mean]), np.array([error])
    return RegressionTree(none, none, none, sizes, means, errors, n_features=d)


def answered(t: np.ndarray) -> tuple[float, float]:
    """What a leaf answers to targets (n,), their mean, and its squared error Σ (t − mean)²."""
    mean = float(np.add.reduce(t)) / len(t)  # without the checks of `mean`, which take longer than to add up a few
    return mean, float(np.add.reduce((t - mean) ** 2))


def spread(t: np.ndarray) -> float:
    """Σ (t − mean)²."""
    return answered(t)[1]


def looked_at(table: Table, tree: RegressionTree, below: list[Leaf], limits: Allowed) -> list[Leaf]:
    """Those of the new leaves that can be split, with the best cut of each attribute."""
    found = []
    for leaf in below:
        rows = leaf.order[0]
        if len(rows) < limits.min_rows or leaf.depth >= limits.max_depth or not np.ptp(table.t[rows]):
            continue
        cuts = table.cuts(leaf, limits.min_leaf)
        there = np.flatnonzero(cuts.drops > 0)
        if len(there):
            found.append(leaf.weighed(there, cuts.thresholds[there], cuts.drops[there]))
    return found


def split(tree: RegressionTree, leaf: Leaf, parts: list[np.ndarray]) -> RegressionTree:
    """The tree with two leaves below a leaf: their targets are the parts."""
    asks, cuts = np.append(tree.attribute, [-1, -1]), np.append(tree.threshold, [0.0, 0.0])
    numeric = np.append(tree.numeric, [False, False])
    asks[leaf.node], cuts[leaf.node], numeric[leaf.node] = leaf.attribute, leaf.cut, True
    means, errors = zip(*map(answered, parts), strict=True)
    return RegressionTree(
        asks,
        np.append(tree.parent, [leaf.node, leaf.node]),
        np.append(tree.branch, [0, 1]),
        np.append(tree.sizes, [len(part) for part in parts]),
        np.append(tree.means, means),
        np.append(tree.errors, errors),
        threshold=cuts,
        numeric=numeric,
        n_features=tree.n_features,
    )


def error(tree: RegressionTree) -> float:
    """The sum of squared errors of the training rows: those at the leaves."""
    return float(tree.errors[tree.attribute < 0].sum())


def grown(X: np.ndarray, t: np.ndarray, limits: Limits) -> RegressionTree:
    """The tree for targets t (n,) of rows X (n, d) without gaps: always the leaf whose cut gains most is split."""
    table = Table.of(X, t)
    tree = planted(t, X.shape[1])
    waiting = looked_at(table, tree, [Leaf(0, 0, table.order)], limits)
    while waiting and leaves(tree) < limits.max_leaves:
        leaf = max(waiting, key=lambda one: (one.worth, -one.node))
        waiting.remove(leaf)
        parts = divided(leaf.order, table.columns[leaf.attribute] <= leaf.cut)
        tree = split(tree, leaf, [t[part[0]] for part in parts])
        below = [Leaf(tree.below(leaf.node)[side], leaf.depth + 1, part) for side, part in enumerate(parts)]
        waiting += looked_at(table, tree, below, limits)
    return tree
