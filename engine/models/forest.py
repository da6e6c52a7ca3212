"""Trees that answer together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.models.lattice import Crossings, Lattice, boxes, summed, sureness
from engine.models.shapes import Axes, model, shaped
from engine.models.tree import Tree, walked

TOGETHER = 12_000
"""So many rows of all trees go down together; of more, those of one tree at a time stay in the cache."""


@model
class Forest:
    """Trees that vote: a point belongs to the class with the most votes, the lowest on a tie.

    weights (T,)  how many votes each tree has: 1 in a forest, α in boosting
    """

    CALLED = "forest of trees"

    AXES: ClassVar[Axes] = {"weights": ("tree",)}

    trees: tuple[Tree, ...]
    weights: np.ndarray

    def __post_init__(self) -> None:
        count = shaped(self, weights="T")["T"]
        if not count or count != len(self.trees) or not all(isinstance(tree, Tree) for tree in self.trees):
            raise Refusal(f"A forest needs a weight for each of its trees, and has {count} for {len(self.trees)}.")
        if not np.isfinite(self.weights).all() or self.weights.min() < 0:
            raise Refusal("The weights of a forest must be numbers from 0.")
        if len({tree.counts.shape[1] for tree in self.trees}) > 1 or len({tree.n_features for tree in self.trees}) > 1:
            raise Refusal("The trees of a forest must know the same classes and the same features.")
        said = np.concatenate([tree.majority for tree in self.trees])
        if said.min() < 0 or said.max() >= self.n_classes:
            raise Refusal("A tree of a forest answers with a class that it does not know.")

    @property
    def n_classes(self) -> int:
        return int(self.trees[0].counts.shape[1])

    @property
    def n_features(self) -> int | None:
        """The number of features d that a point has; None where the trees have not kept it."""
        return self.trees[0].n_features

    def votes(self, X: np.ndarray) -> np.ndarray:
        """(n, K) how many votes each class gets."""
        places = np.arange(len(np.atleast_2d(X)))
        found = np.zeros((len(places), self.n_classes))
        for said, weight in zip(self.answers(X), self.weights.tolist(), strict=True):
            found[places, said] += weight
        return found

    def answers(self, X: np.ndarray) -> Iterator[np.ndarray]:
        """What each tree says of each row (n,), one tree after the other."""
        table, T = np.atleast_2d(np.asarray(X, dtype=float)), len(self.trees)
        if T * len(table) > TOGETHER or any(tree.by_code for tree in self.trees) or np.isnan(table).any():
            return (tree.predict(table) for tree in self.trees)
        return iter(self.said(np.repeat(np.arange(T), len(table)), np.tile(table, (T, 1))).reshape(T, -1))

    def said(self, tree: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(m,) what the tree with each of these numbers (m,) says of its own row (m, d)."""
        if any(one.by_code for one in self.trees):
            found = np.zeros(len(rows), dtype=np.intp)
            for k in np.unique(tree).tolist():
                found[tree == k] = self.trees[k].predict(rows[tree == k])
            return found
        first, *cuts, majority = self._joined
        return np.asarray(majority[walked(rows, first[tree], *cuts)])

    def on_lattice(self, lattice: Lattice) -> Crossings | None:
        """What the votes say at every place of a lattice, at once: the boxes of all leaves with a class are added up.

        None where each place has to be asked: where a tree asks by code, and where the votes are not alike.
        """
        weights, T, K = self.weights, len(self.trees), self.n_classes
        if weights[0] <= 0 or (weights != weights[0]).any() or any(tree.by_code for tree in self.trees):
            return None
        first, *cuts, majority = self._joined
        if (found := boxes(lattice, first, *cuts)) is None:
            return None
        said, labels = majority[found.node], np.zeros(lattice.shape, np.int16)
        best = summed(found, (said == 0).astype(np.intp), lattice.shape)
        left = T - best  # the votes for the classes to come
        for k in range(1, K):
            votes = summed(found, (said == k).astype(np.intp), lattice.shape) if k < K - 1 else left
            left = left - votes
            labels[votes > best] = k
            best = np.maximum(best, votes)
        sure = sureness(np.arange(T + 1) / T, K).astype(np.float32)
        return Crossings(labels, sure.take(best), K)

    @cached_property
    def _joined(self) -> tuple[np.ndarray, ...]:
        """The first node of each tree, the `descent` of all trees one after the other, and their majorities."""
        asked, threshold, below = zip(*(tree.descent for tree in self.trees), strict=True)
        ends = np.cumsum([len(one) for one in asked])
        first = np.append(0, ends[:-1])
        below = [one + shift for one, shift in zip(below, first, strict=True)]
        parts = asked, threshold, below, [tree.majority for tree in self.trees]
        return first, *(np.concatenate(part) for part in parts)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes: the most votes."""
        return np.asarray(np.argmax(self.votes(X), axis=1))

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the shares of the votes; of trees without any weight, all classes alike."""
        total = float(self.weights.sum())
        return self.votes(X) / total if total > 0 else np.full((len(X), self.n_classes), 1.0 / self.n_classes)
