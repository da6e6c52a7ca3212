"""Growing a whole tree at once, for those that need many: nobody looks at its splits one by one."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.maths.probability.splits import Cuts, Measure, best_cuts, divided, indicators, presorted
from engine.models.tree import Tree

Chooser = Callable[[int], np.ndarray]
"""chooser(node): the features (f,) that may be asked at this node, in the order in which ties are settled."""


@dataclass(frozen=True)
class Limits:
    """When growing stops: at most so many leaves and questions on a path; nodes and leaves of at least so many rows."""

    max_leaves: int = 1_000_000
    max_depth: int = 1_000
    min_rows: int = 2
    min_leaf: int = 1


def measure_of(criterion: str) -> Measure:
    """The impurity behind a criterion."""
    return "gini" if criterion == "gini" else "entropy"


class Allowed(Protocol):
    """What limits where a node may be split at all."""

    @property
    def max_depth(self) -> int: ...
    @property
    def min_rows(self) -> int: ...


def may_split(counts: np.ndarray, depth: int, rows: int, limits: Allowed) -> bool:
    """Whether a node with these class counts (K,), so many questions below the root, may be split."""
    return bool(np.count_nonzero(counts) > 1) and depth < limits.max_depth and rows >= limits.min_rows


@dataclass(frozen=True)
class Waiting:
    """A leaf that can be split: its rows in the order of each feature (d, m), and the cut to be made."""

    node: int
    depth: int
    order: np.ndarray
    feature: int
    cut: float
    below: np.ndarray  # (K,) the class counts on the side ≤ cut


def grown(
    X: np.ndarray, y: np.ndarray, K: int, *, measure: Measure = "gini", limits: Limits | None = None,
    weights: np.ndarray | None = None, rows: np.ndarray | None = None, chooser: Chooser | None = None,
) -> Tree:  # fmt: skip
    """A tree of binary cuts for classes y (n,) of the rows X (n, d): always the leaf whose cut gains most is split.

    rows     (m,) the rows to grow from, as often as they are drawn: their numbers become weights
    weights  (n,) how much each row counts; a row that counts nothing is left out
    """
    mass = np.ones(len(y)) if weights is None else np.asarray(weights, dtype=float)
    if rows is not None:
        mass = mass * np.bincount(rows, minlength=len(y))
    plain = bool((mass == 1).all())
    grower = Grower(X, y, K, mass, None if plain else mass, measure, limits or Limits(), chooser)
    return grower.grow()


class Grower:
    """A tree being grown: its nodes so far as lists, and the leaves that wait, the one that gains most first."""

    def __init__(
        self, X: np.ndarray, y: np.ndarray, K: int, mass: np.ndarray, weights: np.ndarray | None,
        measure: Measure, limits: Limits, chooser: Chooser | None,
    ) -> None:  # fmt: skip
        self.columns, self.targets = np.ascontiguousarray(X.T), indicators(y, K, weights)
        self.weights, self.measure, self.limits, self.chooser = weights, measure, limits, chooser
        self.left = np.zeros(len(y), dtype=bool)
        order = presorted(X)
        self.order = order if weights is None else divided(order, mass > 0)[0]
        self.counts = [self.targets.sum(axis=1)]
        self.attribute, self.parent, self.branch, self.threshold = [-1], [-1], [-1], [0.0]
        self._heap: list[tuple[float, int, Waiting]] = []

    def grow(self) -> Tree:
        self._wait(0, 0, self.order)
        splits = 0
        while self._heap and splits + 1 < self.limits.max_leaves:
            self._split(heapq.heappop(self._heap)[-1])
            splits += 1
        return self._tree()

    def _wait(self, node: int, depth: int, order: np.ndarray) -> None:
        """Have a leaf wait for its turn, if it can be split at all."""
        counts = self.counts[node]
        if not may_split(counts, depth, order.shape[1], self.limits):
            return
        asked = None if self.chooser is None else self.chooser(node)
        cuts = self._cuts(order, asked)
        if (best := cuts.best) >= 0:
            feature = best if asked is None else int(asked[best])
            leaf = Waiting(node, depth, order, feature, float(cuts.thresholds[best]), cuts.below[best])
            heapq.heappush(self._heap, (-float(counts.sum() * cuts.drops[best]), node, leaf))

    def _cuts(self, order: np.ndarray, asked: np.ndarray | None) -> Cuts:
        columns, seen = (self.columns, order) if asked is None else (self.columns[asked], order[asked])
        least = self.limits.min_leaf
        return best_cuts(columns, self.targets, seen, measure=self.measure, min_leaf=least, weights=self.weights)

    def _split(self, leaf: Waiting) -> None:
        rows = leaf.order[0]
        self.left[rows] = self.columns[leaf.feature, rows] <= leaf.cut
        self.attribute[leaf.node], self.threshold[leaf.node] = leaf.feature, leaf.cut
        parts = divided(leaf.order, self.left)
        for code, (counts, order) in enumerate(zip(self._shared(leaf), parts, strict=True)):
            self.counts.append(counts)
            self.attribute.append(-1)
            self.parent.append(leaf.node)
            self.branch.append(code)
            self.threshold.append(0.0)
            self._wait(len(self.parent) - 1, leaf.depth + 1, order)

    def _shared(self, leaf: Waiting) -> Iterator[np.ndarray]:
        """The class counts of the two parts; what rounding leaves of 0 is 0."""
        yield leaf.below
        above = self.counts[leaf.node] - leaf.below
        yield np.where(above > 1e-12 * self.counts[0].sum(), above, 0.0)

    def _tree(self) -> Tree:
        counts = np.array(self.counts)
        exact = counts if self.weights is not None and (self.weights % 1).any() else np.rint(counts).astype(np.int64)
        return Tree(
            np.array(self.attribute),
            np.array(self.parent),
            np.array(self.branch),
            exact,
            majorities(exact),
            threshold=np.array(self.threshold),
            numeric=np.array(self.attribute) >= 0,
            n_features=len(self.columns),
        )


def majorities(counts: np.ndarray) -> np.ndarray:
    """(m,) the most frequent class of each node (m, K); ties by how frequent it is at the root, then by order."""
    tied = counts == counts.max(axis=1, keepdims=True)
    return np.asarray(np.argmax(np.where(tied, counts[0], -1.0), axis=1))
