"""Growing a whole tree at once, for methods that need many trees and do not show single splits."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import numpy as np

from engine.maths.probability.impurity import Measure
from engine.maths.probability.splits import best_cuts_of_parts, divided, indicators, presorted, splits_by_level
from engine.models.tree import Tree

Chooser = Callable[[np.ndarray], np.ndarray]
"""chooser(nodes (q,)): (q, f) the features that may be asked at each, in the order in which ties are settled."""


@dataclass(frozen=True)
class Limits:
    """When growing stops: at so many leaves and questions on a path; nodes and leaves of at least so many rows."""

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
    order: np.ndarray | None = None, levels: Mapping[int, int] = MappingProxyType({}),
) -> Tree:  # fmt: skip
    """A tree for classes y (n,) of the rows X (n, d): always the leaf whose question gains most is split.

    levels   how many levels each category has: it has a branch for each that occurs, any other feature is cut in two
    rows     (m,) the rows to grow from, as often as they are drawn: their numbers become weights
    weights  (n,) how much each row counts; a row that counts nothing is left out
    order    (d, n) `presorted(X)`, for callers that grow many trees of the same rows
    """
    mass = None if weights is None else np.asarray(weights, dtype=float)
    if rows is not None:
        drawn = np.bincount(rows, minlength=len(y))
        mass = drawn if mass is None else mass * drawn
    order = presorted(X) if order is None else order
    grower = Grower(np.ascontiguousarray(X.T), y, K, mass, measure, limits or Limits(), chooser, levels)
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
    below: np.ndarray  # (W, p) the node by each branch; -1 where there is none
    codes: np.ndarray  # (W, p) the codes of the branches


@dataclass(frozen=True)
class Best:
    """The best question of each of q nodes."""

    feature: np.ndarray  # (q,)
    threshold: np.ndarray  # (q,) of a number
    drop: np.ndarray  # (q,) of the impurity; -1 where nothing can be asked


class Grower:
    """Grows a tree depth by depth, the nodes of one depth together; only then the order of the splits is settled.

    Which cut is the best at a node does not depend on the other nodes, so the order in which they are split changes
    no more than their numbers, and which of them are left out where there may be so many leaves only.
    """

    def __init__(
        self, columns: np.ndarray, y: np.ndarray, K: int, mass: np.ndarray | None, measure: Measure, limits: Limits,
        chooser: Chooser | None, levels: Mapping[int, int],
    ) -> None:  # fmt: skip
        self.columns, self.y, self.K, self.mass = columns, y, K, mass
        self.targets = indicators(y, K, mass)
        self.measure, self.limits, self.chooser, self.levels = measure, limits, chooser, levels
        self.counts: list[np.ndarray] = []
        self.made = 0

    def grow(self, order: np.ndarray) -> Tree:
        """The tree of the rows in the orders (d, m) of the features."""
        root = np.zeros(order.shape[1], dtype=np.intp)
        level = self._opened(order, root, root, 1, 0)
        done: list[Splits] = []
        while len(level.nodes):
            splits, level = self._split(level, len(done) + 1)
            done.append(splits)
        return self._tree(done)

    def _opened(self, order: np.ndarray, node: np.ndarray, side: np.ndarray, count: int, depth: int) -> Level:
        """So many new nodes of one depth, counted and numbered; those that can be split stay in view with their rows.

        node (m,)  which of them each row goes to, in the first of the orders;   side (m,) by which of its branches
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
        place = np.zeros(len(self.y), dtype=side.dtype)  # 1 by the first branch, …; 0 for rows that are done with
        place[rows] = fit.take(node) * (side + side.dtype.type(1))
        return Level(nodes[fit], sizes[fit], parted(order, place) if fit.any() else order[:, :0], whole[fit])

    def _split(self, level: Level, depth: int) -> tuple[Splits, Level]:
        """The best question of every node, and what is below: all by the first branch, then all by the second, …"""
        best = self._best(level)
        order, part, asks = level.order, np.arange(len(level.nodes)).repeat(level.sizes), best.drop >= 0
        if not asks.all():
            order, part = order[:, asks[part]], (asks.cumsum() - 1)[part[asks[part]]]
        feature, threshold, pairs = best.feature[asks], best.threshold[asks], int(asks.sum())
        values = self.columns.take(feature.take(part) * len(self.y) + order[0])
        side, codes = (values > threshold.take(part)).astype(np.int8), np.arange(2).repeat(pairs).reshape(2, pairs)
        below = np.arange(2 * pairs).reshape(2, pairs)
        if self.levels:
            side, codes = self._branches(feature, part, values, side, codes)
            below = np.where(codes >= 0, (codes >= 0).cumsum().reshape(codes.shape) - 1, -1)
        node, count = below[side, part], int(below.max(initial=-1)) + 1
        below = np.where(below >= 0, self.made + below, -1)
        splits = Splits(level.nodes[asks], feature, threshold, (level.weights * best.drop)[asks], below, codes)
        return splits, self._opened(order, node, side, count, depth)

    def _branches(
        self, feature: np.ndarray, part: np.ndarray, values: np.ndarray, side: np.ndarray, codes: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """(m,) by which branch each row goes, and the codes (W, p) of the branches, of categories too."""
        widest = max(self.levels.values())
        asked = np.isin(feature, list(self.levels))
        mine = asked.take(part)
        occurs = np.zeros((len(feature), widest), dtype=bool)
        occurs[part[mine], values[mine].astype(np.intp)] = True
        rank = occurs.cumsum(axis=1) - 1
        side = side.astype(np.int32)
        side[mine] = rank[part[mine], values[mine].astype(np.intp)]
        found = np.full((max(2, int(rank.max(initial=-1)) + 1), len(feature)), -1)
        found[:2, ~asked] = codes[:, ~asked]
        node, level = occurs.nonzero()
        found[rank[node, level], node] = level
        return side, found

    def _best(self, level: Level) -> Best:
        """The question of each node by which the impurity drops most."""
        order = level.order
        which = np.arange(len(order))[:, None]
        asked = np.repeat(which, len(level.nodes), axis=1) if self.chooser is None else self.chooser(level.nodes).T
        if self.chooser is not None:
            which = np.repeat(asked, level.sizes, axis=1)
            order = order.take(which * order.shape[1] + np.arange(order.shape[1]))
        cuts = best_cuts_of_parts(
            self.columns.take(which * len(self.y) + order), self.targets, order, level.sizes,
            measure=self.measure, min_leaf=self.limits.min_leaf, codes=self.y,
        )  # fmt: skip
        for category, count in self.levels.items():
            slot, node = (asked == category).nonzero()
            if len(node):
                cuts.drops[slot, node] = self._by_level(level, category, count)[node]
        best, each = cuts.best, np.arange(len(level.nodes))
        return Best(asked[best, each], cuts.thresholds[best, each], cuts.drops[best, each])

    def _by_level(self, level: Level, category: int, count: int) -> np.ndarray:
        """(q,) by how much the impurity drops at each node when a category is asked."""
        rows = level.order[category]
        return splits_by_level(
            self.columns[category].take(rows).astype(np.intp), count, self.targets[:, rows], level.sizes,
            measure=self.measure, min_leaf=self.limits.min_leaf,
        ).drops  # fmt: skip

    def _tree(self, done: list[Splits]) -> Tree:
        """The nodes renumbered in the order in which they come about when the one that gains most is split first."""
        feature, threshold = np.full(self.made, -1), np.zeros(self.made)
        worth, codes = np.full(self.made, -1.0), np.full(self.made, -1)
        below = [list[int]() for _ in range(self.made)]
        for one in done:
            feature[one.node], threshold[one.node], worth[one.node] = one.feature, one.threshold, one.worth
            codes[one.below[one.below >= 0]] = one.codes[one.below >= 0]
            for node, children in zip(one.node.tolist(), one.below.T.tolist(), strict=True):
                below[node] = [child for child in children if child >= 0]
        split, made = in_order(worth.tolist(), below, self.limits.max_leaves)
        asks, cuts = np.full(len(made), -1), np.zeros(len(made))
        asks[split], cuts[split] = feature[made[split]], threshold[made[split]]
        numeric = (asks >= 0) & ~np.isin(asks, list(self.levels))
        counts = np.concatenate(self.counts)[made]
        whole = self.mass is None or not (self.mass % 1).any()
        exact = np.rint(counts).astype(np.int64) if whole else counts
        return Tree(
            asks,
            np.append(-1, np.repeat(split, [len(below[node]) for node in made[split].tolist()])),
            codes[made],
            exact,
            majorities(exact),
            threshold=np.where(numeric, cuts, 0.0),
            numeric=numeric,
            n_features=len(self.columns),
        )


def parted(order: np.ndarray, place: np.ndarray) -> np.ndarray:
    """The orders (d, m) of the rows of place 1, then of place 2, …; place (n,) is 0 for rows to be left out."""
    flat, places = order.ravel(), place.take(order).ravel()
    parts = [flat.compress(places == code).reshape(len(order), -1) for code in range(1, int(place.max()) + 1)]
    return np.concatenate(parts, axis=1)


def in_order(worth: list[float], below: list[list[int]], most: int) -> tuple[np.ndarray, np.ndarray]:
    """The new numbers of the nodes that are split, one after the other, and the old numbers of all that come about.

    worth  of splitting each node, -1 where it cannot be split;   below  the nodes it is split into
    """
    made, split, leaves = [0], list[int](), 1
    waiting = [(-worth[0], 0, 0)] if worth[0] >= 0 else []
    while waiting and leaves < most:
        _, number, node = heapq.heappop(waiting)
        split.append(number)
        leaves += len(below[node]) - 1
        for child in below[node]:
            if worth[child] >= 0:
                heapq.heappush(waiting, (-worth[child], len(made), child))
            made.append(child)
    return np.array(split, dtype=np.intp), np.array(made)


def majorities(counts: np.ndarray) -> np.ndarray:
    """(m,) the most frequent class of each node (m, K); ties by how frequent it is at the root, then by order."""
    tied = counts == counts.max(axis=1, keepdims=True)
    return np.asarray(np.argmax(np.where(tied, counts[0], -1.0), axis=1))
