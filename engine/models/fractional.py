"""Decision trees that know what to do with a row whose value is missing."""

from __future__ import annotations

from dataclasses import KW_ONLY
from functools import cached_property

import numpy as np

from engine.base.errors import Refusal
from engine.models.gaps import IN_PARTS, Gaps
from engine.models.shapes import model
from engine.models.tree import ROOM, Tree

ROUNDING = 1e-12
"""Shares of classes that differ by less are tied."""


@model
class FractionalTree(Tree):
    """A decision tree that a row without a value goes on in.   (Quinlan 1993)

    counts  (m, K) what the examples of each class weigh that reached a node: parts of a row count as parts
    gaps    where a row without a value goes; of a node that leads it nowhere else, into every branch in parts
    """

    CALLED = "decision tree"

    _: KW_ONLY
    gaps: Gaps

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.gaps, Gaps):  # the field above it may be left out
            raise Refusal("A tree with missing values must say where a row without a value goes.")

    @cached_property
    def portions(self) -> np.ndarray:
        """(m,) how much of a row without the value goes to each node from the one above it."""
        weights, parent = np.asarray(self.counts.sum(axis=1), dtype=float), self.parent[1:]
        above = np.bincount(parent, weights[1:], minlength=len(weights))[parent]
        return np.append(1.0, weights[1:] / np.where(above > 0, above, 1.0))

    def parted(self, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n, m) how much of each row reaches each node, and (n, m) how much of it comes to rest there."""
        table = np.atleast_2d(np.asarray(X, dtype=float))
        reached = np.zeros((len(table), len(self.parent)))
        reached[:, 0] = 1.0
        ended = np.array(reached)
        for node in np.flatnonzero(self.attribute >= 0).tolist():  # every node after the one above it
            rows, children = np.flatnonzero(reached[:, node]), self.below(node)
            below = self.next_node(np.full(len(rows), node), table, rows)
            whole = below > 0
            in_parts = np.isnan(table[rows, self.attribute[node]]) & (self.gaps.onward[node] == IN_PARTS)
            reached[rows[whole], below[whole]] = reached[rows[whole], node]
            gaps = rows[in_parts]
            reached[np.ix_(gaps, children)] = reached[gaps, node][:, None] * self.portions[children]
            ended[:, children] = reached[:, children]
            ended[rows[whole | (in_parts & bool(children))], node] = 0.0
        return reached, ended

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the likeliest class; of those that are tied the one with most examples, then the first."""
        table = np.atleast_2d(np.asarray(X, dtype=float))
        answers, gaps = super().predict(table), np.flatnonzero(np.isnan(table).any(axis=1))
        shares = self._mixed(table[gaps])
        best = shares >= shares.max(axis=1, keepdims=True) - ROUNDING
        answers[gaps] = np.argmax(np.where(best, self.counts[0], -1.0), axis=1)
        return np.asarray(answers)

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the shares of the classes where a row rests; of a row in parts, each part's by how large it is."""
        table = np.atleast_2d(np.asarray(X, dtype=float))
        shares, gaps = super().predict_proba(table), np.flatnonzero(np.isnan(table).any(axis=1))
        shares[gaps] = self._mixed(table[gaps])
        return np.asarray(shares)

    def _mixed(self, table: np.ndarray) -> np.ndarray:
        """(n, K) the shares of the classes for rows with gaps, as many at a time as there is room for."""
        size = max(ROOM // len(self.parent), 1)
        parts = [self.parted(table[first : first + size])[1] @ self.shares for first in range(0, len(table), size)]
        return np.vstack([*parts, np.zeros((0, self.counts.shape[1]))])
