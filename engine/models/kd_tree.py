"""A tree that divides rows by their coordinates, so that only a few of them need be measured to find the nearest."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.models.neighbours import Query
from engine.models.shapes import Axes, model, shaped


@model
class KDTree:
    """Rows X (n, d) in the leaves of a tree. Its m nodes are numbered level by level, the root is 0.

    dimension (m,)  along which a node divides its rows, −1 for a leaf;   threshold (m,)  rows up to it go left
    first (m,)      the number of its left child, the right one is the next; −1 for a leaf
    """

    CALLED = "k-d tree"

    AXES: ClassVar[Axes] = {"X": ("row", "feature"), "dimension": ("node",), "threshold": ("node",), "first": ("node",)}
    VALUES: ClassVar[Mapping[str, str]] = {"threshold": "dimension"}

    X: np.ndarray
    dimension: np.ndarray
    threshold: np.ndarray
    first: np.ndarray

    def __post_init__(self) -> None:
        sizes = shaped(self, X="nd", dimension="m", threshold="m", first="m")
        m, leaf = sizes["m"], self.dimension < 0
        if 0 in sizes.values() or not np.isfinite(self.X).all() or not np.isfinite(self.threshold).all():
            raise Refusal("A k-d tree needs at least one row, and numbers in all of its cells and for its thresholds.")
        if self.dimension.dtype.kind != "i" or self.first.dtype.kind != "i" or self.dimension.max() >= sizes["d"]:
            raise Refusal("The dimensions of a k-d tree must be among those of its rows, and its children numbers.")
        inner = np.flatnonzero(~leaf)
        children = np.sort(np.concatenate([self.first[inner], self.first[inner] + 1]))
        if (self.first[leaf] != -1).any() or (self.first[inner] <= inner).any():
            raise Refusal("A node of the k-d tree comes before the one above it, or a leaf has children.")
        if not np.array_equal(children, np.arange(1, m)):
            raise Refusal("The nodes of the k-d tree do not make one tree: each but the root hangs from one other.")

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    def apply(self, X: np.ndarray) -> np.ndarray:
        """(n,) the leaf that each point of X (n, d) comes to."""
        table = np.asarray(X, dtype=float)
        at = np.zeros(len(table), dtype=np.intp)
        moving = np.arange(len(table))
        while len(moving := moving[self.dimension[at[moving]] >= 0]):
            node = at[moving]
            right = table[moving, self.dimension[node]] > self.threshold[node]
            at[moving] = self.first[node] + right
        return at

    @cached_property
    def home(self) -> np.ndarray:
        """(n,) the leaf of each row."""
        return self.apply(self.X)

    @cached_property
    def parent(self) -> np.ndarray:
        """(m,) the node above each, −1 for the root."""
        above = np.full(len(self.first), -1)
        inner = np.flatnonzero(self.first >= 0)
        above[self.first[inner]] = above[self.first[inner] + 1] = inner
        return above

    @cached_property
    def sizes(self) -> np.ndarray:
        """(m,) how many rows are at or below each node."""
        counts = np.bincount(self.home, minlength=len(self.first))
        for node in range(len(counts) - 1, 0, -1):
            counts[self.parent[node]] += counts[node]
        return counts

    @cached_property
    def depths(self) -> np.ndarray:
        """(m,) how many cuts lead to each node."""
        depth = np.zeros(len(self.first), dtype=np.intp)
        for node in range(1, len(depth)):
            depth[node] = depth[self.parent[node]] + 1
        return depth

    @cached_property
    def boxes(self) -> tuple[np.ndarray, np.ndarray]:
        """(m, d) the lowest and the highest values in the cell of each node; ±∞ where nothing was cut."""
        low, high = (np.full((len(self.first), self.n_features), end) for end in (-np.inf, np.inf))
        for node in range(1, len(self.first)):
            above = self.parent[node]
            low[node], high[node] = low[above], high[above]
            side = high if node == self.first[above] else low
            side[node, self.dimension[above]] = self.threshold[above]
        return low, high


@model
class AskedTree(Query):
    """A query to a k-d tree."""

    CALLED = "query to a k-d tree"

    tree: KDTree

    def __post_init__(self) -> None:
        super().__post_init__()
        self.put_to(self.tree.n_features)
