"""A k-d tree as it stands beside the plane."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import counted
from engine.core.marks import Graph, Node
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.models.kd_tree import KDTree

TREE = Surface("structure", "k-d tree")
MOST = 255
"""A larger tree is drawn in part: its first nodes, and those that the step is about."""


def picture(
    tree: KDTree, data: Dataset, roles: Sequence[Role], steps: np.ndarray, about: Sequence[int] | np.ndarray = ()
) -> Graph:
    """The tree: `roles` and `steps` have the role of each node and the step that is about it, −1 for none.

    about  the nodes that are drawn however large the tree is
    """
    shown = _shown(tree, about)
    drawn = _drawn(tree, shown)
    below = np.bincount(drawn, minlength=len(shown)) - 1
    nodes = tuple(
        Node(
            *_words(tree, node, data),
            parent=int(drawn[tree.parent[node]]) if node else -1,
            edge=_edge(tree, node, data) if node else "",
            role=roles[node],
            step=int(steps[node]) if steps[node] >= 0 else None,
            below=int(below[place]),
        )
        for place, node in enumerate(shown.tolist())
    )
    return Graph(nodes, ends_at=drawn[tree.home], surface=TREE)


def _words(tree: KDTree, node: int, data: Dataset) -> tuple[str, str]:
    """What stands on a node: the dimension that it cuts and its rows, or its rows alone."""
    rows = counted(int(tree.sizes[node]), "row")
    return (rows, "") if tree.first[node] < 0 else (data.columns[int(tree.dimension[node])].name, rows)


def _edge(tree: KDTree, node: int, data: Dataset) -> str:
    """What stands on the branch to a node: on which side of the cut above it lies."""
    above = int(tree.parent[node])
    column = data.columns[int(tree.dimension[above])]
    return f"{'≤' if node == tree.first[above] else '>'} {column.figure(tree.threshold[above])}"


def _shown(tree: KDTree, about: Sequence[int] | np.ndarray) -> np.ndarray:
    """The nodes that are drawn, with all that are above them."""
    shown = np.arange(len(tree.first)) < MOST
    shown[np.asarray(about, dtype=np.intp)] = True
    for node in np.flatnonzero(shown)[::-1].tolist():
        if node:
            shown[tree.parent[node]] = True
    return np.flatnonzero(shown)


def _drawn(tree: KDTree, shown: np.ndarray) -> np.ndarray:
    """(m,) the place of each node among those that are drawn; of another that of the nearest above it."""
    place, shown_at = np.full(len(tree.first), -1), np.arange(len(tree.first))
    place[shown] = np.arange(len(shown))
    while (hidden := place[shown_at] < 0).any():
        shown_at[hidden] = tree.parent[shown_at[hidden]]
    return np.asarray(place[shown_at])
