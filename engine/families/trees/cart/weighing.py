"""What CART weighs: classes, by Gini impurity, gain, or gain ratio with the guard of C4.5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.probability.impurity import ROUNDING
from engine.maths.probability.splits import candidates, indicators
from engine.models.tree import Tree
from engine.parts.trees.at_once import measure_of
from engine.parts.trees.growing import asked_values, branched
from engine.parts.trees.weighing import Columns, Leaf, Parts, Table


class Rules(Protocol):
    """What the parameters of the algorithm say of weighing."""

    @property
    def criterion(self) -> str: ...
    @property
    def min_leaf(self) -> int: ...
    @property
    def guard(self) -> bool: ...


@dataclass(frozen=True, eq=False)
class Classes(Table[Tree]):
    """The classes that are predicted: their statistics are how many rows are of each."""

    y: np.ndarray  # (n,)
    indicators: np.ndarray  # (K, n)
    rules: Rules

    @classmethod
    def of(cls, data: Dataset, rules: Rules) -> Classes:
        each = indicators(data.codes, len(data.class_names))
        return cls(Columns.of(data), measure_of(rules.criterion), data.codes, each, rules)

    @property
    def codes(self) -> np.ndarray:
        return self.y

    def targets(self, leaves: Sequence[Leaf]) -> np.ndarray:
        return self.indicators

    def counts(self, rows: np.ndarray) -> np.ndarray:
        """(K,) how many of these rows are of each class."""
        return np.bincount(self.y[rows], minlength=len(self.indicators))

    def branched(self, tree: Tree, leaf: Leaf, parts: Parts) -> Tree:
        counts = np.array([self.counts(rows) for rows, _ in parts.held])
        return branched(tree, leaf.node, leaf.attribute, counts, parts.codes, leaf.cut)

    def values(self, gains: np.ndarray, splits: np.ndarray, leaf: Leaf) -> np.ndarray:
        """By the gain, or by the gain ratio; the guard bars what gains less than the average."""
        if self.rules.criterion != "gain ratio":
            return gains
        if self.rules.guard and len(gains):
            return np.where(gains >= gains.mean() - ROUNDING, gains / splits, -1.0)
        return np.asarray(gains / splits)


def curve(
    data: Dataset, rows: Sequence[int] | np.ndarray, attribute: int, rules: Rules
) -> tuple[np.ndarray, np.ndarray]:
    """The thresholds (t,) at which a number can be cut among rows, and what each gains (t,)."""
    values = asked_values(data)[np.asarray(rows), attribute]
    known = ~np.isnan(values)
    targets = indicators(data.codes[np.asarray(rows)[known]], len(data.class_names))
    cuts, drops = candidates(values[known], targets, measure=measure_of(rules.criterion), min_leaf=rules.min_leaf)
    return cuts, drops * known.mean()
