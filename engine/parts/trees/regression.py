"""Growing a regression tree, split by split: a leaf answers the mean of its targets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.probability.splits import moments
from engine.models.tree import RegressionTree
from engine.parts.trees.at_once import Limits
from engine.parts.trees.growing import leaves, with_leaves
from engine.parts.trees.weighing import Columns, Leaf, Parts, Table, split, weighed


class Allowed(Protocol):
    """What limits where a node may be split, and into what."""

    @property
    def max_depth(self) -> int: ...
    @property
    def min_rows(self) -> int: ...
    @property
    def min_leaf(self) -> int: ...


@dataclass(frozen=True, eq=False)
class Numbers(Table[RegressionTree]):
    """The numbers t (n,) that are predicted: their statistics are n and Σ t, the impurity is their variance."""

    t: np.ndarray
    asks_in_vain: ClassVar[bool] = False

    @classmethod
    def of(cls, features: Columns, t: np.ndarray) -> Numbers:
        return cls(features, "variance", t)

    def targets(self, leaves: Sequence[Leaf]) -> np.ndarray:
        """Around the mean of each leaf: squares of what is far from 0 would lose the digits that tell them apart."""
        centred = np.zeros(len(self.t))
        for leaf in leaves:
            own = self.t[leaf.rows]
            centred[leaf.rows] = own - np.add.reduce(own) / len(own)
        return moments(centred)

    def branched(self, tree: RegressionTree, leaf: Leaf, parts: Parts) -> RegressionTree:
        means, errors = zip(*(answered(self.t[rows]) for rows, _ in parts.held), strict=True)
        return RegressionTree(
            sizes=np.append(tree.sizes, [len(rows) for rows, _ in parts.held]),
            means=np.append(tree.means, means),
            errors=np.append(tree.errors, errors),
            **with_leaves(tree, leaf.node, leaf.attribute, parts.codes, leaf.cut),
        )

    def values(self, gains: np.ndarray, splits: np.ndarray, leaf: Leaf) -> np.ndarray:
        """The share of the variance that is gone then."""
        return np.asarray(gains * len(leaf.rows) / spread(self.t[leaf.rows]))


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


def looked_at(table: Numbers, found: list[Leaf], limits: Allowed) -> list[Leaf]:
    """Those of the new leaves that can be split, with the best question of each attribute."""
    fit = [
        leaf for leaf in found
        if len(leaf.rows) >= limits.min_rows and leaf.depth < limits.max_depth and np.ptp(table.t[leaf.rows])
    ]  # fmt: skip
    both = zip(fit, weighed(table, fit, limits.min_leaf), strict=True)
    return [leaf.scored(scores) for leaf, scores in both if len(scores.attributes)]


def grown(features: Columns, t: np.ndarray, limits: Limits) -> RegressionTree:
    """The tree for targets t (n,) of rows without gaps: always the leaf whose question gains most is split."""
    table = Numbers.of(features, t)
    tree = planted(t, features.X.shape[1])
    waiting = looked_at(table, [features.root], limits)
    while waiting and leaves(tree) < limits.max_leaves:
        leaf = max(waiting, key=lambda one: (one.worth, -one.node))
        waiting.remove(leaf)
        tree, new = split(table, tree, leaf, ())
        waiting += looked_at(table, new, limits)
    return tree


def error(tree: RegressionTree) -> float:
    """The sum of squared errors of the training rows: those at the leaves."""
    return float(tree.errors[tree.attribute < 0].sum())
