"""How a k-d tree grows: the cell that waits longest is cut first, so the tree grows level by level."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.models.kd_tree import KDTree

CYCLE, RANDOM, SPREAD = RULES = ("cycle", "random", "largest spread")
ONE_BY_ONE = 40
"""So many cuts are made one by one; then a whole level at a time."""


@dataclass(frozen=True)
class Stage:
    """The tree so far, and the nodes that were cut last."""

    tree: KDTree
    cut: tuple[int, ...]


class Growth:
    """The nodes so far: what KDTree is made of, and the rows of each that may still be cut."""

    def __init__(self, X: np.ndarray) -> None:
        self.X = X
        self.rows, self.depth, self.path = [np.arange(len(X))], [0], [1]
        self.dimension, self.threshold, self.first = [-1], [0.0], [-1]

    def divide(self, node: int, dimension: int, threshold: float) -> None:
        """Two new leaves: the rows up to the threshold, and those beyond it."""
        rows = self.rows[node]
        left = self.X[rows, dimension] <= threshold
        self.dimension[node], self.threshold[node], self.first[node] = dimension, threshold, len(self.rows)
        for side, own in enumerate((rows[left], rows[~left])):
            self.rows.append(own)
            self.depth.append(self.depth[node] + 1)
            self.path.append(2 * self.path[node] + side)
            self.dimension.append(-1)
            self.threshold.append(0.0)
            self.first.append(-1)

    def stage(self, cut: Sequence[int]) -> Stage:
        tree = KDTree(self.X, np.array(self.dimension), np.array(self.threshold), np.array(self.first))
        return Stage(tree, tuple(cut))


def grown(X: np.ndarray, rule: str, leaf_size: int, seed: int) -> Iterator[Stage]:
    """The tree before any cut, and after each; of many, after each level."""
    growth, waiting, fresh = Growth(X), deque([0]), list[int]()
    yield growth.stage(())
    while waiting:
        node = waiting.popleft()
        if fresh and (len(growth.first) <= 1 + 2 * ONE_BY_ONE or growth.depth[node] > growth.depth[fresh[0]]):
            yield growth.stage(fresh)
            fresh = []
        points = X[growth.rows[node]]
        if len(points) <= leaf_size:
            continue
        found = median_cut(points, in_turn(points, rule, growth.depth[node], growth.path[node], seed))
        if found is not None:
            growth.divide(node, *found)
            waiting += (growth.first[node], growth.first[node] + 1)
            fresh.append(node)
    if fresh:
        yield growth.stage(fresh)


def median_cut(points: np.ndarray, dimensions: Sequence[int]) -> tuple[int, float] | None:
    """The first dimension whose lower median leaves points (m, d) beyond it, with that median; None if none does.

    >>> median_cut(np.array([[1.0, 3.0], [1.0, 4.0], [1.0, 5.0]]), (0, 1))
    (1, 4.0)
    """
    for dimension in dimensions:
        values = points[:, dimension]
        median = float(np.partition(values, (len(values) - 1) // 2)[(len(values) - 1) // 2])
        if (values > median).any():
            return int(dimension), median
    return None


def in_turn(points: np.ndarray, rule: str, depth: int, path: int, seed: int) -> Sequence[int]:
    """The dimensions in the order in which they are tried for a cell with these points (m, d).

    path  1 for the root, 2p and 2p + 1 for the children of p: what is drawn for a cell does not depend on the others
    """
    d = points.shape[1]
    if rule == SPREAD:
        spread = points.max(axis=0) - points.min(axis=0)
        return [int(j) for j in np.argsort(-spread, kind="stable")]
    if rule == RANDOM:
        return [int(j) for j in np.random.default_rng([seed, path]).permutation(d)]
    return [(depth + j) % d for j in range(d)]
