"""Groups that came of splitting in two, again and again."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.algebra.distances import nearest
from engine.models.shapes import Axes, model, shaped


@model
class Bisections:
    """A tree of splits: a point goes to the nearer of the two centres below a node, to the first on a tie.

    split   (m,) the node that each split divides; split i makes the nodes 2i + 1 and 2i + 2, and 0 is the root
    centres (2m + 1, d) the middle of each node

    Its groups keep their numbers: of a group that is split the first part keeps its number, the second has a new one.
    """

    CALLED = "tree of bisections"

    AXES: ClassVar[Axes] = {"split": ("split",), "centres": ("node", "feature")}

    split: np.ndarray
    centres: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, split="m", centres="nd")
        m = len(self.split)
        if len(self.centres) != 2 * m + 1 or not np.isfinite(self.centres).all():
            raise Refusal("A tree of splits needs a middle, in numbers, for its root and two more for each split.")
        if m and (self.split.dtype.kind != "i" or (self.split < 0).any() or (self.split > 2 * np.arange(m)).any()):
            raise Refusal("In a tree of splits only a node that is there already can be split.")
        if len(np.unique(self.split)) < m:
            raise Refusal("In a tree of splits a node is split once.")

    @property
    def n_features(self) -> int:
        return int(self.centres.shape[1])

    @property
    def K(self) -> int:
        """How many groups there are."""
        return len(self.split) + 1

    @cached_property
    def numbers(self) -> np.ndarray:
        """(2m + 1,) the number of the group of each node; of one that has been split, that of its first part."""
        found = np.zeros(len(self.centres), dtype=np.intp)
        for i, node in enumerate(self.split.tolist()):
            found[2 * i + 1], found[2 * i + 2] = found[node], i + 1
        return found

    @cached_property
    def leaves(self) -> np.ndarray:
        """(K,) the node of each group."""
        there = np.setdiff1d(np.arange(len(self.centres)), self.split)
        return np.asarray(there[np.argsort(self.numbers[there])])

    def apply(self, X: np.ndarray) -> np.ndarray:
        """(n,) the node in which each point comes to rest."""
        nodes = np.zeros(len(X), dtype=np.intp)
        for i, node in enumerate(self.split.tolist()):
            here = np.flatnonzero(nodes == node)
            if len(here):
                nodes[here] = 2 * i + 1 + nearest(X[here], self.centres[2 * i + 1 : 2 * i + 3]).labels
        return nodes

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the number of the group of each point."""
        return np.asarray(self.numbers[self.apply(np.asarray(X, dtype=float))])
