"""k-d tree: cut the rows in halves again and again, along one dimension after the other.   (Bentley 1975)

t = median{xₙⱼ}    rows with xₙⱼ ≤ t go left, the others right; then each half is cut in the same way
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.neighbour_search.growing import Cutting, Growth, cut_of, key_of
from engine.models.kd_tree import KDTree

ONE_BY_ONE = 40
"""So many cuts are made one by one; then a whole level at a time."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    growth, key = Growth(data.X), key_of(params, rng)
    tree, fresh = growth.tree(), list[int]()
    yield Step(tree)
    for node, _ in enumerate(growth.rows):  # level by level: a cut adds two nodes at the end
        cut = cut_of(growth, node, params, key)
        if cut is not None:
            growth.divide(node, cut)
            fresh.append(node)
        if fresh and pauses(growth, node):
            tree = growth.tree()
            yield Step(model=tree, cut=tuple(fresh), passed=cut.passed if cut and len(fresh) == 1 else ())
            fresh = []
    return ended(tree, params)


def pauses(growth: Growth, node: int) -> bool:
    """Whether to stop and look after a node: of many only after the last of its level."""
    if len(growth.rows) <= 1 + 2 * ONE_BY_ONE or node + 1 == len(growth.rows):
        return True
    return growth.depth[node + 1] > growth.depth[node]


def ended(tree: KDTree, params: Params) -> Ending:
    """How large the cells are, and how deep they lie."""
    sizes, deepest = tree.sizes[tree.first < 0], int(tree.depths.max())
    said = f"{counted(len(sizes), 'cell')}, {counted(deepest, 'cut')} deep"
    if (alike := int((sizes > params.leaf_size).sum())) == 0:
        return Ending.converged(f"{said}: none has more than {counted(params.leaf_size, 'row')}.")
    alike_in = f"in {counted(alike, 'cell')} more than {counted(params.leaf_size, 'row')}"
    return Ending.converged(f"{said}; {alike_in} lie at the same place, which no cut divides.")


def bound(data: Dataset, params: Params) -> int:
    return data.n


@dataclass(frozen=True)
class Params(Cutting):
    """How the rows are cut."""


@snapshot
class Step:
    """One cut, or a level of them; at the start all rows are in one cell."""

    model: KDTree
    cut: tuple[int, ...] = ()  # the nodes just cut
    passed: tuple[int, ...] = ()  # the dimensions whose turn came before that of a single cut, which divide nothing
