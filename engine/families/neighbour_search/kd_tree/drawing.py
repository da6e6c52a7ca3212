"""What a step of growing a k-d tree looks like: the cells and their cuts on the plane, the tree beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Graph, Mark, Points
from engine.core.surfaces import Role
from engine.data.dataset import Dataset
from engine.families.neighbour_search.kd_tree.loop import ONE_BY_ONE, Params, Step
from engine.families.neighbour_search.tree_cells import cuts, shaded
from engine.families.neighbour_search.tree_picture import picture
from engine.models.kd_tree import KDTree

SMALL = 0.15
"""How large a row outside of the cell is drawn, in area."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    new = np.array(step.cut, dtype=np.intp)
    drawn = cuts(step.model, new, new[:0], data)
    if len(new) == 1 and new[0]:  # the root has all of the plane
        drawn += shaded(step.model, new, data) if data.d == 2 else [told_apart(step.model, step.cut[0], data)]
    return [*drawn, graph(step, data)]


def told_apart(tree: KDTree, node: int, data: Dataset) -> Points:
    """The rows in the cell of a node, which stand among others on a plane of a few features: the others are small."""
    if data.target == "real":  # their colours are those of numbers, which the window knows
        return ringed(tree, node, data)
    sizes, groups = np.full(data.n, SMALL), data.codes if data.target == "class" else None
    sizes[rows_in(tree, node)] = 1.0
    return Points(data.X, "data", groups=groups, sizes=sizes, rows=np.arange(data.n))


def ringed(tree: KDTree, node: int, data: Dataset) -> Points:
    """The rows in the cell of a node."""
    rows = rows_in(tree, node)
    return Points(data.X[rows], "focus", rows=rows)


def rows_in(tree: KDTree, node: int) -> np.ndarray:
    """The rows in the cell of a node: those within its corners."""
    low, high = (corner[node] for corner in tree.boxes)
    return np.flatnonzero(((low < tree.X) & (high >= tree.X)).all(axis=1))


def graph(step: Step, data: Dataset, way: Sequence[int] = ()) -> Graph:
    """The tree so far: the cell that was cut and its halves are lit, or the way of a point."""
    tree = step.model
    lit = way or [*step.cut, *(child for node in step.cut for child in (tree.first[node], tree.first[node] + 1))]
    roles: list[Role] = ["plain"] * len(tree.first)
    for node in lit:
        roles[node] = "path" if way else "focus"
    return picture(tree, data, roles, steps_of(tree), lit if way or len(step.cut) == 1 else ())


def steps_of(tree: KDTree) -> np.ndarray:
    """(m,) the step that is about each node: it is cut there, or came about; −1 where nothing was cut."""
    steps = np.full(len(tree.first), -1)
    inner = np.flatnonzero(tree.first >= 0)
    number = np.arange(1, len(inner) + 1)
    if len(inner) > ONE_BY_ONE:
        number[ONE_BY_ONE:] = 1 + ONE_BY_ONE + tree.depths[inner[ONE_BY_ONE:]] - tree.depths[inner[ONE_BY_ONE]]
    steps[inner] = number
    leaves = np.flatnonzero(tree.first[1:] < 0) + 1
    steps[leaves] = steps[tree.parent[leaves]]
    return steps
