"""Decision trees."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Refusal
from engine.models.shapes import model, shaped

WHOLE = ("attribute", "parent", "branch", "majority")
MOST = 1_000_000
"""No feature and no code of a branch is above this."""


@model
class Tree:
    """A decision tree over coded attributes, its nodes in the order they were made; node 0 is the root.

    attribute (m,)   the feature a node asks about, -1 at a leaf
    parent    (m,)   the node above, -1 at the root;   branch (m,)  the code on the way from it
    counts    (m, K) how many examples of each class reached the node; `majority` (m,) is what it answers

    A value counts as the nearest whole code. One that no branch of a node stands for, or a missing one, rests there.
    """

    attribute: np.ndarray
    parent: np.ndarray
    branch: np.ndarray
    counts: np.ndarray
    majority: np.ndarray

    def __post_init__(self) -> None:
        nodes = shaped(self, attribute="m", parent="m", branch="m", counts="mK", majority="m")["m"]
        if any(getattr(self, name).dtype.kind != "i" for name in WHOLE):
            raise Refusal(f"The {', '.join(WHOLE)} of a Tree must be whole numbers.")
        if max(self.attribute.max(initial=0), self.branch.max(initial=0)) > MOST or self.counts.min(initial=0) < 0:
            raise Refusal(f"A Tree asks about features and codes up to {MOST:,}, and counts examples from 0.")
        above, below = self.parent[1:], np.arange(1, nodes)
        if not nodes or self.parent[0] != -1 or (above < 0).any() or (above >= below).any():
            raise Refusal("The nodes of a Tree begin with the root, and the parent of each other node comes before it.")
        if (self.attribute[above] < 0).any():
            raise Refusal("A node of a Tree that has nodes below it must ask about a feature.")

    def apply(self, X: np.ndarray) -> np.ndarray:
        """(n,) the node where each row comes to rest; all rows take one step down at a time."""
        table = np.rint(np.atleast_2d(np.asarray(X, dtype=float)))
        node = np.zeros(len(table), dtype=np.intp)
        width = int(self.branch.max(initial=0)) + 1
        keys = self.parent[1:] * width + self.branch[1:]
        order = np.argsort(keys, kind="stable")
        moving = np.arange(len(table) if len(keys) else 0)
        while len(moving):
            here = node[moving]
            value = table[moving, self.attribute[here]]
            known = (self.attribute[here] >= 0) & (value >= 0) & (value < width)
            wanted = here * width + np.where(known, value, 0.0).astype(np.intp)
            place = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
            found = known & (keys[order[place]] == wanted)
            moving = moving[found]
            node[moving] = order[place[found]] + 1
        return node

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the majority class of the node where each row rests."""
        return np.asarray(self.majority[self.apply(X)])

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the shares of the classes at the node where each row rests; where no example came, those above it."""
        node = self.apply(X)
        while (empty := (self.counts[node].sum(axis=1) == 0) & (self.parent[node] >= 0)).any():
            node = np.where(empty, self.parent[node], node)
        counts = self.counts[node].astype(float)
        return np.asarray(counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0))

    def path(self, x: np.ndarray) -> list[int]:
        """The nodes a row passes, from the root down."""
        node = int(self.apply(x)[0])
        way = [node]
        while self.parent[node] >= 0:
            node = int(self.parent[node])
            way.insert(0, node)
        return way
