"""Drawing a tree: each node with its question or its class, its class counts and its impurity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from engine.base.words import figure
from engine.core.marks import Graph, Matrix, Node, Surface
from engine.data.dataset import Dataset
from engine.families.trees.words import Impurity, tally
from engine.models.tree import Tree

STRUCTURE = Surface("structure", "Tree")
NODE = Surface("table", "The node in numbers")
MOST = 400
"""A tree with more nodes is drawn in part: its first nodes, and those around the lit ones."""


def graph(
    tree: Tree,
    data: Dataset,
    impurity: Impurity,
    waiting: Sequence[int] = (),
    lit: Sequence[int] = (),
    role: Literal["focus", "path"] = "focus",
) -> Graph:
    """The tree so far; nodes that wait to be looked at are dashed, and the lit ones have the given role."""
    shown = _shown(tree, lit)
    place = {node: i for i, node in enumerate(shown)}
    nodes = [_node(tree, node, data, impurity, node in waiting) for node in shown]
    for node in lit:
        nodes[place[node]] = replace(nodes[place[node]], role=role)
    return Graph(tuple(replace(item, parent=place.get(item.parent, -1)) for item in nodes), surface=STRUCTURE)


def _shown(tree: Tree, lit: Sequence[int]) -> list[int]:
    """Every node of a small tree; of a large one the first, with the ways to the lit nodes and what hangs from them."""
    shown = set(range(min(len(tree.parent), MOST)))
    for node in lit:
        shown |= set(np.flatnonzero(tree.parent == node)[:MOST].tolist())
        while node >= 0:
            shown.add(int(node))
            node = int(tree.parent[node])
    return sorted(shown)


def _node(tree: Tree, node: int, data: Dataset, impurity: Impurity, waits: bool) -> Node:
    counts, attribute, above = tree.counts[node], int(tree.attribute[node]), int(tree.parent[node])
    leaf = attribute < 0 and not waits
    answer = data.class_name(int(tree.majority[node])) if leaf else "?"
    mixed = f"{tally(counts, data)}\n{impurity.letter} = {figure(impurity.value(counts))}"
    return Node(
        label=answer if attribute < 0 else data.columns[attribute].name,
        detail=mixed if counts.any() else "no rows",
        parent=above,
        edge="" if above < 0 else data.columns[int(tree.attribute[above])].levels[int(tree.branch[node])],
        counts=tuple(int(count) for count in counts),
        group=int(tree.majority[node]) if leaf else None,
        role="ghost" if waits else "plain",
    )


def class_table(tree: Tree, node: int, data: Dataset, at: int = 0) -> Matrix:
    """The class counts of a node, or of its branches once it is split."""
    below = np.flatnonzero(tree.parent == node)
    if not len(below):
        answer, counts = int(tree.majority[node]), tree.counts[node][:, None]
        return Matrix(counts, data.class_names, ("rows",), "table", answer, "Rows of each class", (at, 0), NODE)
    asked = data.columns[int(tree.attribute[node])]
    values = tuple(asked.levels[int(value)] for value in tree.branch[below])
    title = f"Rows by {asked.name} and class"
    return Matrix(tree.counts[below], values, data.class_names, "table", None, title, (at, 0), NODE)
