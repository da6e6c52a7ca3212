"""Reading a tree as rules: what leads to each leaf, how many rows it covers, and how many of them it gets wrong."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.core.marks import Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.models.tree import Branching, Tree
from engine.parts.trees.growing import asked_values
from engine.parts.trees.tree_words import condition, cut_name, rows_counted, tally

RULES = Surface("table", "Rules", open=False)
MOST = 60
"""A tree of more leaves has too many rules to read: those that cover most are listed."""


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
        return f"{'If ' + ' and '.join(parts) if parts else 'Always'}: {data.class_name(self.answer)}"


def way_to(tree: Branching, node: int, data: Dataset) -> str:
    """What leads to a node: 'Outlook = Sunny, 2.45 < petal length (cm) ≤ 4.95'; 'Root' at the root.

    Of several cuts of one number it says what they leave.
    """
    ends = bounds_on(tree, node)
    said = dict[int | str, str]()
    for lower in way_down(tree, node):
        feature = _cut_on_the_way(tree, lower)
        words = condition(tree, lower, data) if feature is None else _between(data, feature, *ends[feature])
        said.setdefault(words if feature is None else feature, words)
    return ", ".join(said.values()) or "Root"


def way_down(tree: Branching, node: int) -> list[int]:
    """The nodes on the way to a node, without the root."""
    way = list[int]()
    while tree.parent[node] >= 0:
        way.insert(0, node)
        node = int(tree.parent[node])
    return way


def bounds_on(tree: Branching, node: int) -> dict[int, tuple[float, float]]:
    """Between what each number lies that was asked on the way to a node: low < value ≤ high, with ±∞ for no end."""
    ends = dict[int, tuple[float, float]]()
    for lower in way_down(tree, node):
        if (feature := _cut_on_the_way(tree, lower)) is None:
            continue
        low, high = ends.get(feature, (-np.inf, np.inf))
        cut = tree.cut(int(tree.parent[lower]))
        ends[feature] = (max(low, cut), high) if tree.branch[lower] else (low, min(high, cut))
    return ends


def _cut_on_the_way(tree: Branching, node: int) -> int | None:
    """The number that is cut right above a node, if one is and the way is not that of rows without a value."""
    above = int(tree.parent[node])
    return None if np.isnan(tree.cut(above)) or tree.branch[node] > 1 else int(tree.attribute[above])


def _between(data: Dataset, feature: int, low: float, high: float) -> str:
    """A condition on a number: 'petal length (cm) > 2.45', '2.45 < petal length (cm) ≤ 4.95'."""
    column = data.columns[feature]
    if np.isinf(low):
        return f"{column.name} ≤ {cut_name(column, high)}"
    if np.isinf(high):
        return f"{column.name} > {cut_name(column, low)}"
    return f"{cut_name(column, low)} < {column.name} ≤ {cut_name(column, high)}"


def reached(tree: Tree, node: int, data: Dataset) -> str:
    """The path to a node and the rows that reach it: 'Humidity = High (3 rows: 3 No).'"""
    counts = tree.counts[node]
    rows = f": {tally(counts, data)}" if counts.any() else ""
    return f"{way_to(tree, node, data)} ({rows_counted(float(counts.sum()))}{rows})."


def rules_of(tree: Tree) -> list[Rule]:
    """The rule of every leaf, in the order of the leaves."""
    return [_rule(tree, int(leaf)) for leaf in np.flatnonzero(tree.attribute < 0)]


def _rule(tree: Tree, leaf: int) -> Rule:
    levels = dict[int, int]()
    for node in way_down(tree, leaf):
        above = int(tree.parent[node])
        if np.isnan(tree.cut(above)):
            levels[int(tree.attribute[above])] = int(tree.branch[node])
    asked = tuple((feature, *ends) for feature, ends in bounds_on(tree, leaf).items())
    return Rule(leaf, int(tree.majority[leaf]), asked, tuple(levels.items()))


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
