"""Decision trees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, field
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import read_only, snapshot
from engine.models.gaps import STOPS, Gaps
from engine.models.lattice import Crossings, Lattice, boxes, summed, sureness
from engine.models.shapes import Axes, model, shaped

WHOLE = ("attribute", "parent", "branch")
MOST = 1_000_000
"""No feature and no code of a branch is above this."""
ROOM = 4_000_000
"""Up to so many places the branches of all nodes are kept as one table, in which a row finds its way at once."""


def nowhere() -> np.ndarray:
    """Stands for no cut at any node, until it is known how many nodes there are."""
    return np.zeros(())


@snapshot
class Branching:
    """The questions of a tree, its nodes in the order they were made; node 0 is the root.

    attribute (m,)   the feature a node asks about, -1 at a leaf
    parent    (m,)   the node above, -1 at the root;   branch (m,)  the code on the way from it
    numeric (m,)     whether a node cuts the feature in two at its threshold (m,): branch 0 has the values ≤ it, branch
                     1 those above. Else it asks by code, as of a category: a value counts as the nearest whole code
    n_features       how many features a row has; None where that was not kept
    gaps             where a row goes whose value is missing; without, it rests at the node that asks

    A value that no branch of a node stands for rests there.
    """

    AXES: ClassVar[Axes] = {
        "attribute": ("node",),
        "parent": ("node",),
        "branch": ("node",),
        "threshold": ("node",),
        "numeric": ("node",),
    }

    VALUES: ClassVar[Mapping[str, str]] = {"threshold": "attribute"}

    attribute: np.ndarray
    parent: np.ndarray
    branch: np.ndarray
    _: KW_ONLY
    threshold: np.ndarray = field(default_factory=nowhere)
    numeric: np.ndarray = field(default_factory=nowhere)
    n_features: int | None = None
    gaps: Gaps | None = None

    def __post_init__(self) -> None:
        for name, kind in (("threshold", np.float64), ("numeric", np.bool_)):
            if getattr(self, name).ndim == 0:
                object.__setattr__(self, name, read_only(np.zeros(self.attribute.shape, dtype=kind)))
        nodes = shaped(self, attribute="m", parent="m", branch="m", threshold="m", numeric="m")["m"]
        if any(getattr(self, name).dtype.kind != "i" for name in WHOLE):
            raise Refusal(f"The {', '.join(WHOLE)} of a tree must be whole numbers.")
        if self.threshold.dtype.kind != "f" or self.numeric.dtype.kind != "b" or np.isnan(self.threshold).any():
            raise Refusal("The thresholds of a tree must be numbers, and which are asked, yes or no.")
        most = MOST if self.n_features is None else min(self.n_features - 1, MOST)
        if self.attribute.max(initial=-1) > most or self.branch.max(initial=0) > MOST:
            raise Refusal(f"A tree asks about features that a row has, and about codes up to {MOST:,}.")
        above, below = self.parent[1:], np.arange(1, nodes)
        if not nodes or self.parent[0] != -1 or (above < 0).any() or (above >= below).any():
            raise Refusal("The nodes of a tree begin with the root, and the parent of each other node comes before it.")
        if (self.attribute[above] < 0).any():
            raise Refusal("A node of a tree that has nodes below it must ask about a feature.")
        if self.gaps is not None:
            self._check_gaps(self.gaps, most)

    def _check_gaps(self, gaps: Gaps, most: int) -> None:
        if len(gaps.onward) != len(self.parent) or gaps.feature.max(initial=-1) > most:
            raise Refusal("What stands in at the nodes of a tree are features of a row, for each node its own.")
        leads = np.flatnonzero(gaps.onward > STOPS)
        if (gaps.onward >= len(self.parent)).any() or (self.parent[gaps.onward[leads]] != leads).any():
            raise Refusal("A tree leads a row without a value to a node right below.")

    def apply(self, X: np.ndarray) -> np.ndarray:
        """(n,) the node where each row comes to rest; all rows take one step down at a time."""
        table = np.atleast_2d(np.asarray(X, dtype=float))
        if len(self.parent) > 1 and not self.by_code and not np.isnan(table).any():
            return self._apply_cuts(table)
        node = np.zeros(len(table), dtype=np.intp)
        moving = np.arange(len(table) if len(self.parent) > 1 else 0)
        while len(moving):
            below = self.next_node(node[moving], table, moving)
            found = below > 0
            moving = moving[found]
            node[moving] = below[found]
        return node

    def _apply_cuts(self, table: np.ndarray) -> np.ndarray:
        """The same for a tree of cuts alone, where no value is missing: a leaf leads to itself."""
        return walked(table, np.zeros(len(table), dtype=np.intp), *self.descent)

    @cached_property
    def descent(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(m,) the feature to look at in each node, (m,) where it is cut, and (2 m,) the nodes left and right of that:
        the node itself where it leads no further.
        """
        below = np.repeat(np.arange(len(self.parent)), 2)
        fit = np.flatnonzero((self.branch >= 0) & (self.branch < 2) & (self.parent >= 0))[::-1]
        below[2 * self.parent[fit] + self.branch[fit]] = fit
        return np.maximum(self.attribute, 0), self.threshold, below

    def rests_on(self, lattice: Lattice) -> np.ndarray | None:
        """(h, w) the node where each place of a lattice comes to rest; None where a node asks by code, or for a gap."""
        found = None if self.by_code else boxes(lattice, np.zeros(1, dtype=np.intp), *self.descent)
        return None if found is None else summed(found, found.node, lattice.shape)

    def next_node(self, node: np.ndarray, table: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(m,) the node below each of these nodes (m,) to which a row of the table (n, d) goes; -1 where it rests."""
        asked = self.attribute[node]
        value = table[rows, asked]
        code = np.where(np.isnan(value), -1.0, value > self.threshold[node])
        if self.by_code:
            code = np.where(self.numeric[node], code, np.rint(value))
        known = (asked >= 0) & (code >= 0) & (code < self._width)
        below = np.where(known, self._found(node, np.where(known, code, 0.0).astype(np.intp)), -1)
        if self.gaps is not None and len(gaps := np.flatnonzero((asked >= 0) & np.isnan(value))):
            below[gaps] = self._led(self.gaps, node[gaps], table, rows[gaps])
        return np.asarray(below)

    def _led(self, gaps: Gaps, node: np.ndarray, table: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(m,) the node below to which a row goes that has no value of what its node (m,) asks; -1 where it rests."""
        sides, onward = gaps.sides(node, table, rows), gaps.onward[node]
        stood = self._found(node, np.maximum(sides, 0).astype(np.intp))
        return np.where(sides >= 0, stood, np.where(onward > STOPS, onward, -1))

    @cached_property
    def by_code(self) -> bool:
        """Whether any node asks by code."""
        return not self.numeric[self.attribute >= 0].all()

    def cut(self, node: int) -> float:
        """Where a node cuts its feature; NaN where it asks by code, or asks nothing."""
        return float(self.threshold[node]) if self.numeric[node] else float("nan")

    @cached_property
    def _width(self) -> int:
        return int(self.branch.max(initial=0)) + 1

    @cached_property
    def _children(self) -> np.ndarray | None:
        """(m · width,) the node below each node by each code, -1 for none; None where that would be too large."""
        if len(self.parent) * self._width > ROOM:
            return None
        table = np.full(len(self.parent) * self._width, -1, dtype=np.intp)
        fit = np.flatnonzero(self.branch >= 0)[::-1]  # of two with one code the first is meant, so it is written last
        fit = fit[self.parent[fit] >= 0]
        table[self.parent[fit] * self._width + self.branch[fit]] = fit
        return table

    @cached_property
    def _keys(self) -> tuple[np.ndarray, np.ndarray]:
        """(m - 1,) parent and code of every node but the root as one number, in order, and the nodes in that order."""
        keys = self.parent[1:] * self._width + self.branch[1:]
        order = np.argsort(keys, kind="stable")
        return keys[order], order + 1

    def _found(self, node: np.ndarray, code: np.ndarray) -> np.ndarray:
        wanted = node * self._width + code
        if self._children is not None:
            return np.asarray(self._children[wanted])
        keys, nodes = self._keys
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[place] == wanted, nodes[place], -1)

    def below(self, node: int) -> list[int]:
        """The nodes right below a node, in their order."""
        return [int(child) for child in np.flatnonzero(self.parent == node)]

    def path(self, x: np.ndarray) -> list[int]:
        """The nodes a row passes, from the root down."""
        node = int(self.apply(x)[0])
        way = [node]
        while self.parent[node] >= 0:
            node = int(self.parent[node])
            way.insert(0, node)
        return way


def walked(
    table: np.ndarray, start: np.ndarray, asked: np.ndarray, threshold: np.ndarray, below: np.ndarray
) -> np.ndarray:
    """(n,) where each row of the table (n, d) comes to rest that starts at a node (n,), by the `descent` of a tree."""
    node, moving, here = np.array(start), np.arange(len(table)), start
    values, first = table.ravel(), moving * table.shape[1]
    while len(moving):
        there = below.take(2 * here + (values.take(first + asked.take(here)) > threshold.take(here)))
        on = there != here
        if 2 * np.count_nonzero(on) < len(on):  # sorted out only when most have come to rest
            node[moving] = there
            moving, first, there = moving[on], first[on], there[on]
        here = there
    return node


@model
class Tree(Branching):
    """A decision tree: at each node its question, and what the examples that reached it were.

    counts    (m, K) how many examples of each class reached the node; `majority` (m,) is what it answers
    """

    CALLED = "decision tree"

    AXES: ClassVar[Axes] = {"counts": ("node", "class"), "majority": ("node",)}

    counts: np.ndarray
    majority: np.ndarray

    def __post_init__(self) -> None:
        super().__post_init__()
        shaped(self, attribute="m", counts="mK", majority="m")
        if self.majority.dtype.kind != "i" or self.counts.min(initial=0) < 0:
            raise Refusal("The majority of a tree is a class, and its examples are counted from 0.")

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the majority class of the node where each row rests."""
        return np.asarray(self.majority[self.apply(X)])

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the shares of the classes at the node where each row rests; where no example came, those above it."""
        return np.asarray(self.shares[self.apply(X)])

    def on_lattice(self, lattice: Lattice) -> Crossings | None:
        """What it says at every place of a lattice, at once; None where each place has to be asked."""
        node = self.rests_on(lattice)
        if node is None:
            return None
        K = self.counts.shape[1]
        sure = sureness(self.shares.max(axis=1), K).astype(np.float32)
        return Crossings(self.majority.astype(np.int16).take(node), sure.take(node), K)

    @cached_property
    def shares(self) -> np.ndarray:
        """(m, K) what each node says of the classes."""
        node = np.arange(len(self.parent))
        while (empty := (self.counts[node].sum(axis=1) == 0) & (self.parent[node] >= 0)).any():
            node = np.where(empty, self.parent[node], node)
        counts = self.counts[node].astype(float)
        whole = counts.sum(axis=1, keepdims=True)
        return np.asarray(counts / np.where(whole > 0, whole, 1.0))


@model
class RegressionTree(Branching):
    """A tree that answers with a number: the mean of the targets of the examples that reached a node.

    sizes (m,)  how many examples reached each node;   means (m,) the mean of their targets, which is the answer
    errors (m,) the sum of their squared distances from it
    """

    CALLED = "regression tree"

    AXES: ClassVar[Axes] = {"sizes": ("node",), "means": ("node",), "errors": ("node",)}

    sizes: np.ndarray
    means: np.ndarray
    errors: np.ndarray

    def __post_init__(self) -> None:
        super().__post_init__()
        shaped(self, attribute="m", sizes="m", means="m", errors="m")
        if self.sizes.dtype.kind != "i" or self.sizes.min(initial=0) < 0:
            raise Refusal("The examples of a regression tree are counted from 0.")

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the mean at the node where each row rests."""
        return np.asarray(self.means[self.apply(X)])


@model
class ModelTree(Branching):
    """A tree that answers with a number by a line at each leaf: y(x) = wᵀx + b, with those of the node.

    sizes (m,)  how many examples reached each node;   weights (m, d), biases (m,) of its line
    """

    CALLED = "model tree"

    AXES: ClassVar[Axes] = {"sizes": ("node",), "weights": ("node", "feature"), "biases": ("node",)}

    sizes: np.ndarray
    weights: np.ndarray
    biases: np.ndarray

    def __post_init__(self) -> None:
        super().__post_init__()
        width = shaped(self, attribute="m", sizes="m", weights="md", biases="m")["d"]
        if self.sizes.dtype.kind != "i" or self.sizes.min(initial=0) < 0:
            raise Refusal("The examples of a model tree are counted from 0.")
        if self.n_features != width:
            raise Refusal(f"A model tree for {self.n_features} features has as many weights at each node, not {width}.")

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) what the line says at the node where each row rests."""
        X = np.atleast_2d(np.asarray(X, dtype=float))
        node = self.apply(X)
        weights = self.weights[node]
        return np.asarray((weights * np.where(weights == 0, 0.0, X)).sum(axis=1) + self.biases[node])
