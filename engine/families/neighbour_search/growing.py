"""How a k-d tree grows: where a cell is cut, what is kept of it meanwhile, and the whole tree at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, whole
from engine.data.dataset import Dataset
from engine.models.kd_tree import KDTree

CYCLE, RANDOM, SPREAD = RULES = ("cycle", "random", "largest spread")


@dataclass(frozen=True)
class Cutting:
    """The parameters of a tree: how a cell is cut, and which are left whole; rare beside those of a search in it."""

    dimension: str = choice(CYCLE, RULES, label="cut along", clear=True, rare=True, help="the dimension of a cut")
    leaf_size: int = whole(
        2, low=1, high=1000, log=True, rare=True, help="a cell with so many rows or fewer is not cut"
    )


@dataclass(frozen=True)
class Cut:
    """Where a cell is cut: rows up to the threshold go left.

    passed  the dimensions whose turn came first, along which no row would have gone right
    """

    dimension: int
    threshold: float
    passed: tuple[int, ...] = ()


class Growth:
    """The nodes so far, numbered level by level: what a KDTree is made of, and the rows of each.

    path  1 for the root, 2p and 2p + 1 for the children of p: what is drawn for a cell does not depend on the others
    """

    def __init__(self, X: np.ndarray) -> None:
        self.X = X
        self.rows, self.depth, self.path = [np.arange(len(X))], [0], [1]
        self.dimension, self.threshold, self.first = [-1], [0.0], [-1]

    def divide(self, node: int, cut: Cut) -> None:
        """Two new leaves: the rows up to the threshold, and those beyond it."""
        rows = self.rows[node]
        left = self.X[rows, cut.dimension] <= cut.threshold
        self.dimension[node], self.threshold[node], self.first[node] = cut.dimension, cut.threshold, len(self.rows)
        for side, own in enumerate((rows[left], rows[~left])):
            self.rows.append(own)
            self.depth.append(self.depth[node] + 1)
            self.path.append(2 * self.path[node] + side)
            self.dimension.append(-1)
            self.threshold.append(0.0)
            self.first.append(-1)

    def tree(self) -> KDTree:
        """The tree so far."""
        return KDTree(self.X, np.array(self.dimension), np.array(self.threshold), np.array(self.first))


def cut_of(growth: Growth, node: int, params: Cutting, key: int) -> Cut | None:
    """Where a node is cut; None where it has few rows, or rows that no dimension divides: it stays a leaf."""
    points = growth.X[growth.rows[node]]
    if len(points) <= params.leaf_size:
        return None
    return median_cut(points, in_turn(points, params.dimension, growth.depth[node], growth.path[node], key))


def median_cut(points: np.ndarray, dimensions: Sequence[int]) -> Cut | None:
    """The first dimension whose lower median leaves points (m, d) beyond it, with that median; None if none does.

    >>> median_cut(np.array([[1.0, 3.0], [1.0, 4.0], [1.0, 5.0]]), (0, 1))
    Cut(dimension=1, threshold=4.0, passed=(0,))
    """
    for place, dimension in enumerate(dimensions):
        values = points[:, dimension]
        median = float(np.partition(values, (len(values) - 1) // 2)[(len(values) - 1) // 2])
        if (values > median).any():
            return Cut(int(dimension), median, tuple(dimensions[:place]))
    return None


def in_turn(points: np.ndarray, rule: str, depth: int, path: int, key: int) -> Sequence[int]:
    """The dimensions in the order in which they are tried for a cell with these points (m, d)."""
    d = points.shape[1]
    if rule == SPREAD:
        spread = points.max(axis=0) - points.min(axis=0)
        return [int(j) for j in np.argsort(-spread, kind="stable")]
    if rule == RANDOM:
        return [int(j) for j in np.random.default_rng([key, path]).permutation(d)]
    return [(depth + j) % d for j in range(d)]


def key_of(params: Cutting, rng: np.random.Generator) -> int:
    """What the random dimensions of all cells are drawn from; nothing is drawn where nothing is random."""
    return int(rng.integers(2**62)) if params.dimension == RANDOM else 0


def whole_tree(data: Dataset, params: Cutting, rng: np.random.Generator) -> KDTree:
    """The tree at once; it is kept, because it is the same wherever the query is."""
    key = key_of(params, rng)
    return data.cached(("k-d tree", params.dimension, params.leaf_size, key), lambda: _grown(data.X, params, key))


def _grown(X: np.ndarray, params: Cutting, key: int) -> KDTree:
    growth = Growth(X)
    for node, _ in enumerate(growth.rows):  # which get more as it grows
        if (cut := cut_of(growth, node, params, key)) is not None:
            growth.divide(node, cut)
    return growth.tree()
