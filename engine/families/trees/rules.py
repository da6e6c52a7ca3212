"""Reading a tree as rules: what leads to each leaf, how many rows it covers, and how many of them it gets wrong."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.core.marks import Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.growing import asked_values
from engine.families.trees.words import cut_name
from engine.models.tree import Tree

RULES = Surface("table", "Rules", open=False)
MOST = 60
"""A tree of more leaves has more rules than anybody reads: those that cover most are listed."""


@dataclass(frozen=True)
class Rule:
    """If all of this holds, the answer is that of the leaf.

    bounds  for each number that was asked (feature, low, high): low < value ≤ high, with ±∞ where nothing was asked
    levels  for each category that was asked (feature, code)
    """

    leaf: int
    answer: int
    bounds: tuple[tuple[int, float, float], ...]
    levels: tuple[tuple[int, int], ...]

    def holds(self, X: np.ndarray) -> np.ndarray:
        """(n,) for which rows of X (n, d) it holds."""
        fits = np.ones(len(X), dtype=bool)
        for feature, low, high in self.bounds:
            fits &= (low < X[:, feature]) & (X[:, feature] <= high)
        for feature, code in self.levels:
            fits &= np.rint(X[:, feature]) == code
        return fits

    def said(self, data: Dataset) -> str:
        """'If 2.45 < petal length (cm) ≤ 4.95: versicolor'; without any condition 'Always: …'."""
        parts = [_between(data, *bound) for bound in self.bounds]
        parts += [
            f"{data.columns[feature].name} = {data.columns[feature].levels[code]}" for feature, code in self.levels
        ]
        return f"{'If ' + ' and '.join(parts) if parts else 'Always'}: {data.class_words(self.answer)}"


def _between(data: Dataset, feature: int, low: float, high: float) -> str:
    column = data.columns[feature]
    if np.isinf(low):
        return f"{column.name} ≤ {cut_name(column, high)}"
    if np.isinf(high):
        return f"{column.name} > {cut_name(column, low)}"
    return f"{cut_name(column, low)} < {column.name} ≤ {cut_name(column, high)}"


def rules_of(tree: Tree) -> list[Rule]:
    """The rule of every leaf, in the order of the leaves."""
    return [_rule(tree, int(leaf)) for leaf in np.flatnonzero(tree.attribute < 0)]


def _rule(tree: Tree, leaf: int) -> Rule:
    bounds, levels = dict[int, tuple[float, float]](), dict[int, int]()
    for node in way_down(tree, leaf):
        above = int(tree.parent[node])
        feature, cut = int(tree.attribute[above]), tree.cut(above)
        low, high = bounds.get(feature, (-np.inf, np.inf))
        if np.isnan(cut):
            levels[feature] = int(tree.branch[node])
        else:
            bounds[feature] = (max(low, cut), high) if tree.branch[node] else (low, min(high, cut))
    asked = tuple((feature, *ends) for feature, ends in bounds.items())
    return Rule(leaf, int(tree.majority[leaf]), asked, tuple(levels.items()))


def way_down(tree: Tree, node: int) -> list[int]:
    """The nodes on the way to a node, without the root."""
    way = list[int]()
    while tree.parent[node] >= 0:
        way.insert(0, node)
        node = int(tree.parent[node])
    return way


def rule_table(tree: Tree, data: Dataset, steps: np.ndarray | None = None) -> Matrix:
    """Every rule with the rows that it gets right and wrong: a click on a number lights them."""
    rest, ends = tree.apply(asked_values(data)), np.flatnonzero(tree.attribute < 0)
    covered = np.bincount(rest, minlength=len(tree.parent))[ends]
    ends = np.sort(ends[np.argsort(-covered, kind="stable")[:MOST]])
    place = np.full(len(tree.parent), -1)
    place[ends] = np.arange(len(ends))
    wrong = tree.majority[rest] != data.codes
    members = np.where(place[rest] >= 0, 2 * place[rest] + wrong, -1)
    cells = np.bincount(members[members >= 0], minlength=2 * len(ends)).reshape(-1, 2)
    names = tuple(_rule(tree, int(leaf)).said(data) for leaf in ends)
    heads = ("rows right", "rows wrong")
    return Matrix(
        cells, names, heads, "table", title="A rule for each leaf", surface=RULES, members=members,
        steps=None if steps is None else steps[ends],
    )  # fmt: skip
