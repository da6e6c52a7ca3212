"""Drawing a tree: each node with its question or its class, its class counts and its impurity."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from engine.core.marks import Graph, Mark, Matrix, Node, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.models.tree import Branching, Tree
from engine.parts.trees.growing import asked_in_order, asked_values
from engine.parts.trees.tree_words import Impurity, branch_name, mixture

STRUCTURE = Surface("structure", "Tree")
NODE = Surface("table", "The node in numbers")
MOST = 600
"""Of a tree with more nodes the first are drawn, and those around the lit ones: a click on a node goes to the step that
is about it, which draws what is around it. The window folds what there is no room for."""
LISTED = 30
"""So many rows that lack the value that is asked are listed."""


def graph(
    tree: Tree,
    data: Dataset,
    impurity: Impurity,
    waiting: Sequence[int] = (),
    lit: Sequence[int] = (),
    role: Literal["focus", "path"] = "focus",
    steps: np.ndarray | None = None,
    shares: np.ndarray | None = None,
    going: Sequence[int] = (),
) -> Graph:
    """The tree so far; nodes that wait to be looked at are dashed, and the lit ones have the given role.

    steps   (m,) the step that is about each node, -1 for none; without, nodes are looked at one by one, depth first
    shares  (m,) how much of a row that goes on in parts reaches each node
    going   nodes that are about to be taken away: dashed too, with what they answer
    """

    def card(node: int) -> Node:
        told = _node(tree, node, data, impurity, node in waiting)
        told = replace(told, role="ghost") if node in going else told
        return told if shares is None else replace(told, share=float(shares[node]))

    return picture(tree, data.X, card, waiting, lit, role, steps)


def picture(
    tree: Branching,
    X: np.ndarray,
    card: Callable[[int], Node],
    waiting: Sequence[int] = (),
    lit: Sequence[int] = (),
    role: Literal["focus", "path"] = "focus",
    steps: np.ndarray | None = None,
) -> Graph:
    """Any tree so far, of which `card` tells each node that is drawn."""
    shown = _shown(tree, lit)
    place = {node: i for i, node in enumerate(shown)}
    steps = looked_at(tree) if steps is None else steps
    nodes = [card(node) for node in shown]
    for node in lit:
        nodes[place[node]] = replace(nodes[place[node]], role=role)
    placed = (
        replace(
            item,
            parent=place.get(item.parent, -1),
            step=None if node in waiting or steps[node] < 0 else int(steps[node]),
        )
        for node, item in zip(shown, nodes, strict=True)
    )
    drawn = _drawn(tree, place)
    below = _hidden(drawn, len(shown)).tolist()
    told = (item if not count else replace(item, below=count) for item, count in zip(placed, below, strict=True))
    return Graph(tuple(told), ends_at=drawn[tree.apply(X)], surface=STRUCTURE)


def _hidden(drawn: np.ndarray, shown: int) -> np.ndarray:
    """(shown,) how many nodes each drawn one stands for besides itself."""
    return np.bincount(drawn, minlength=shown) - 1


def looked_at(tree: Branching) -> np.ndarray:
    """(m,) the step that looks at each node: the root first, then each branch with all that hangs from it, in order."""
    below: list[list[int]] = [[] for _ in tree.parent]
    for node, above in enumerate(tree.parent.tolist()):
        if above >= 0:
            below[above].append(node)
    steps, open_nodes = np.zeros(len(below), dtype=np.intp), [0]
    for step in range(1, len(below) + 1):
        node = open_nodes.pop()
        steps[node] = step
        open_nodes += reversed(below[node])
    return steps


def split_steps(tree: Branching, begun: int = 0) -> np.ndarray:
    """(m,) the step that splits each node, of a leaf the one that made it, where every step is a split; -1 for the
    splits that the run began with, and before any split all is about the start.
    """
    steps = np.full(len(tree.parent), 0 if len(tree.parent) == 1 else -1)
    for number, node in enumerate(asked_in_order(tree), start=1 - begun):
        steps[[node, *tree.below(node)]] = max(number, -1)
    return steps


def _drawn(tree: Branching, place: dict[int, int]) -> np.ndarray:
    """(m,) the place of each node among those that are drawn; below them, that of the one above it."""
    drawn: list[int] = []
    for node, above in enumerate(tree.parent.tolist()):
        drawn.append(place.get(node, -1 if above < 0 else drawn[above]))
    return np.array(drawn)


def _shown(tree: Branching, lit: Sequence[int]) -> list[int]:
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
    weighed = tuple(counts.tolist())
    return Node(
        label=answer if attribute < 0 else data.columns[attribute].name,
        detail=mixture(weighed, data.class_names, impurity) if any(weighed) else "no rows",
        parent=above,
        edge="" if above < 0 else branch_name(tree, node, data),
        counts=weighed,
        group=int(tree.majority[node]) if leaf else None,
        role="ghost" if waits else "plain",
    )


def led_table(
    tree: Branching,
    node: int,
    rows: np.ndarray,
    shares: np.ndarray,
    data: Dataset,
    row: int | None = None,
    surface: Surface = NODE,
) -> Matrix:
    """The first of the rows (g,) without the value that a node asks, and how much of each goes where (g, V)."""
    asked, listed = data.columns[int(tree.attribute[node])].name, rows[:LISTED]
    chosen = None if row is None or row not in listed else int(np.flatnonzero(listed == row)[0])
    names = tuple(branch_name(tree, child, data) for child in tree.below(node))
    heads = tuple(data.row_name(int(one)) for one in listed)
    title = f"Rows without {asked}: how much of each goes where"
    return Matrix(shares[: len(listed)], heads, names, "table", chosen, title, (1, 0), surface, rows=listed)


def led(tree: Branching, node: int, rows: np.ndarray, data: Dataset, surface: Surface) -> Iterator[Mark]:
    """The rows (g,) that have no value of what a node asks: ringed where they are seen, and where each goes."""
    if not len(rows):
        return
    taken = tree.next_node(np.full(len(rows), node), asked_values(data), rows)
    shares = (taken[:, None] == np.array(tree.below(node))).astype(float)
    yield Points(data.X[rows], "path", rows=rows)
    yield led_table(tree, node, rows, shares, data, surface=surface)


def class_table(tree: Tree, node: int, data: Dataset, rows: np.ndarray, at: int = 0, surface: Surface = NODE) -> Matrix:
    """The class counts of a node with these rows, or of its branches once it is split."""
    below, members = np.flatnonzero(tree.parent == node), np.full(data.n, -1)
    members[rows] = data.codes[rows]
    if not len(below):
        answer, counts = int(tree.majority[node]), tree.counts[node][:, None]
        title, head = "Rows of each class", ("rows",)
        return Matrix(counts, data.class_titles, head, "table", answer, title, (at, 0), surface, members=members)
    place = np.zeros(len(tree.parent), dtype=np.int64)
    place[below] = np.arange(len(below))
    members[rows] += len(data.class_names) * place[tree.next_node(np.full(len(rows), node), asked_values(data), rows)]
    values = tuple(branch_name(tree, child, data) for child in below.tolist())
    title = f"Rows by {data.columns[int(tree.attribute[node])].name} and class"
    counts, names = tree.counts[below], data.class_titles
    return Matrix(counts, values, names, "table", None, title, (at, 0), surface, members=members)
