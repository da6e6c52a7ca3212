"""Growing a whole tree at once, for those that need many: nobody looks at its splits one by one."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.maths.probability.impurity import Measure
from engine.maths.probability.splits import best_cuts_of_parts, divided, indicators, presorted
from engine.models.tree import Tree

Chooser = Callable[[np.ndarray], np.ndarray]
"""chooser(nodes (q,)): (q, f) the features that may be asked at each, in the order in which ties are settled."""


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


def grown(
    X: np.ndarray, y: np.ndarray, K: int, *, measure: Measure = "gini", limits: Limits | None = None,
    weights: np.ndarray | None = None, rows: np.ndarray | None = None, chooser: Chooser | None = None,
    order: np.ndarray | None = None,
) -> Tree:  # fmt: skip
    """A tree of binary cuts for classes y (n,) of the rows X (n, d): always the leaf whose cut gains most is split.

    rows     (m,) the rows to grow from, as often as they are drawn: their numbers become weights
    weights  (n,) how much each row counts; a row that counts nothing is left out
    order    (d, n) `presorted(X)`, for those who grow many trees of the same rows
    """
    mass = None if weights is None else np.asarray(weights, dtype=float)
    if rows is not None:
        drawn = np.bincount(rows, minlength=len(y))
        mass = drawn if mass is None else mass * drawn
    order = presorted(X) if order is None else order
    grower = Grower(np.ascontiguousarray(X.T), y, K, mass, measure, limits or Limits(), chooser)
    return grower.grow(order if mass is None or (mass > 0).all() else divided(order, mass > 0)[0])


@dataclass(frozen=True)
class Level:
    """Nodes (q,) of one depth that can be split, and their rows (d, m) in the order of each feature, node by node."""

    nodes: np.ndarray
    sizes: np.ndarray  # (q,) how many rows each has
    order: np.ndarray
    weights: np.ndarray  # (q,) of the rows of each together


@dataclass(frozen=True)
class Splits:
    """What the nodes (p,) that are split ask, what that gains, and which nodes are below them."""

    node: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    worth: np.ndarray
    left: np.ndarray
    right: np.ndarray


class Grower:
    """Grows a tree depth by depth, the nodes of one depth together; only then it is settled who was split first.

    Which cut is the best at a node does not depend on the other nodes, so the order in which they are split changes
    no more than their numbers, and which of them are left out where there may be so many leaves only.
    """

    def __init__(
        self, columns: np.ndarray, y: np.ndarray, K: int, mass: np.ndarray | None, measure: Measure, limits: Limits,
        chooser: Chooser | None,
    ) -> None:  # fmt: skip
        self.columns, self.y, self.K, self.mass = columns, y, K, mass
        self.targets = indicators(y, K, mass)
        self.measure, self.limits, self.chooser = measure, limits, chooser
        self.counts: list[np.ndarray] = []
        self.made = 0

    def grow(self, order: np.ndarray) -> Tree:
        """The tree of the rows in the orders (d, m) of the features."""
        root = np.zeros(order.shape[1], dtype=np.intp)
        level = self._opened(order, root, root.astype(bool), 1, 0)
        done: list[Splits] = []
        while len(level.nodes):
            splits, level = self._split(level, len(done) + 1)
            done.append(splits)
        return self._tree(done)

    def _opened(self, order: np.ndarray, node: np.ndarray, side: np.ndarray, count: int, depth: int) -> Level:
        """So many new nodes of one depth, counted and numbered; those that can be split stay in view with their rows.

        node (m,)  which of them each row goes to, in the first of the orders;   side (m,) whether that is to the right
        """
        rows, bins = order[0], node * self.K + self.y.take(order[0])
        found = np.bincount(bins, None if self.mass is None else self.mass.take(rows), count * self.K).reshape(
            count, self.K
        )
        self.counts.append(found)
        nodes, self.made = self.made + np.arange(count), self.made + count
        whole = found.sum(axis=1)
        sizes = whole if self.mass is None else np.bincount(node, minlength=count)
        fit = (found.max(axis=1) < whole) & (sizes >= self.limits.min_rows) & (depth < self.limits.max_depth)
        place = np.zeros(len(self.y), dtype=np.int8)  # 1 to the left, 2 to the right, 0 for rows that are done with
        place[rows] = fit.take(node) * (side + np.int8(1))
        return Level(nodes[fit], sizes[fit], parted(order, place) if fit.any() else order[:, :0], whole[fit])

    def _split(self, level: Level, depth: int) -> tuple[Splits, Level]:
        """The best cut of every node, and what is below: first all that lies left, then all that lies right."""
        feature, threshold, drops = self._cuts(level)
        order, part, cut = level.order, np.arange(len(level.nodes)).repeat(level.sizes), drops >= 0
        if not cut.all():
            order, part = order[:, cut[part]], (cut.cumsum() - 1)[part[cut[part]]]
            feature, threshold = feature[cut], threshold[cut]
        right = self.columns.take(feature.take(part) * len(self.y) + order[0]) > threshold.take(part)
        pairs = len(feature)
        left = self.made + np.arange(pairs)
        worth = (level.weights * drops)[cut]
        splits = Splits(level.nodes[cut], feature, threshold, worth, left, left + pairs)
        return splits, self._opened(order, part + pairs * right, right, 2 * pairs, depth)

    def _cuts(self, level: Level) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(q,) the feature that each node is cut by, where, and by how much the impurity drops there; -1 for no cut."""
        order = level.order
        which = np.arange(len(order))[:, None]
        if self.chooser is not None:
            asked = self.chooser(level.nodes).T
            which = np.repeat(asked, level.sizes, axis=1)
            order = order.take(which * order.shape[1] + np.arange(order.shape[1]))
        cuts = best_cuts_of_parts(
            self.columns.take(which * len(self.y) + order), self.targets, order, level.sizes,
            measure=self.measure, min_leaf=self.limits.min_leaf, codes=self.y,
        )  # fmt: skip
        best, each = cuts.best, np.arange(len(level.nodes))
        return best if self.chooser is None else asked[best, each], cuts.thresholds[best, each], cuts.drops[best, each]

    def _tree(self, done: list[Splits]) -> Tree:
        """The nodes renumbered in the order in which they come about when the one that gains most is split first."""
        feature, threshold = np.full(self.made, -1), np.zeros(self.made)
        worth, below = np.full(self.made, -1.0), np.zeros((self.made, 2), dtype=np.intp)
        for one in done:
            feature[one.node], threshold[one.node], worth[one.node] = one.feature, one.threshold, one.worth
            below[one.node] = np.column_stack([one.left, one.right])
        split, made = in_order(worth.tolist(), below.tolist(), self.limits.max_leaves)
        asks, cuts = np.full(len(made), -1), np.zeros(len(made))
        asks[split], cuts[split] = feature[made[split]], threshold[made[split]]
        counts = np.concatenate(self.counts)[made]
        whole = self.mass is None or not (self.mass % 1).any()
        exact = np.rint(counts).astype(np.int64) if whole else counts
        return Tree(
            asks,
            np.append(-1, np.repeat(split, 2)),
            np.append(-1, np.tile([0, 1], len(split))),
            exact,
            majorities(exact),
            threshold=cuts,
            numeric=asks >= 0,
            n_features=len(self.columns),
        )


def parted(order: np.ndarray, place: np.ndarray) -> np.ndarray:
    """The orders (d, m) of the rows of place 1 and then those of place 2; place (n,) is 0 for rows to be left out."""
    flat, places = order.ravel(), place.take(order).ravel()
    return np.concatenate([flat.compress(places == code).reshape(len(order), -1) for code in (1, 2)], axis=1)


def in_order(worth: list[float], below: list[list[int]], most: int) -> tuple[np.ndarray, np.ndarray]:
    """The new numbers of the nodes that are split, one after the other, and the old numbers of all that come about.

    worth  of splitting each node, -1 where it cannot be split;   below  the two nodes it is split into
    """
    made, split = [0], list[int]()
    waiting = [(-worth[0], 0, 0)] if worth[0] >= 0 else []
    while waiting and len(split) + 1 < most:
        _, number, node = heapq.heappop(waiting)
        split.append(number)
        for child in below[node]:
            if worth[child] >= 0:
                heapq.heappush(waiting, (-worth[child], len(made), child))
            made.append(child)
    return np.array(split, dtype=np.intp), np.array(made)


def majorities(counts: np.ndarray) -> np.ndarray:
    """(m,) the most frequent class of each node (m, K); ties by how frequent it is at the root, then by order."""
    tied = counts == counts.max(axis=1, keepdims=True)
    return np.asarray(np.argmax(np.where(tied, counts[0], -1.0), axis=1))
