"""Decision trees that know what to do with a row whose value is missing."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import read_only
from engine.models.shapes import model, shaped
from engine.models.tree import MOST, ROOM, Tree, nowhere

IN_PARTS, RESTS = -1, 0
"""What `onward` says of a node whose missing value leads to no one node below it."""
ROUNDING = 1e-12
"""Shares of classes that differ by less are tied."""


@model
class FractionalTree(Tree):
    """A decision tree that a row without a value goes on in.   (Quinlan 1993)

    counts  (m, K) what the examples of each class weigh that reached a node: parts of a row count as parts
    onward  (m,) the node below to which a row without the value goes; -1: into every branch, in parts as large as
            the branch's share of the examples; 0: it rests there
    stand_in (m,)      the feature that a node which leads onward looks at first, -1 for none: a row without the value
                       that is asked, but with this one, goes where it says   (Breiman, Friedman, Olshen, Stone 1984)
    stand_in_cut (m,)  where it is cut: values above go to branch 1, those up to it to branch 0; swapped (m,) the other
                       way round
    """

    onward: np.ndarray
    stand_in: np.ndarray = field(default_factory=nowhere)
    stand_in_cut: np.ndarray = field(default_factory=nowhere)
    swapped: np.ndarray = field(default_factory=nowhere)

    def __post_init__(self) -> None:
        super().__post_init__()
        nobody = {"stand_in": np.full(self.attribute.shape, -1), "stand_in_cut": np.zeros(self.attribute.shape)}
        for name, filled in (nobody | {"swapped": np.zeros(self.attribute.shape, dtype=bool)}).items():
            if getattr(self, name).ndim == 0:
                object.__setattr__(self, name, read_only(filled))
        self._check_stand_ins()
        shaped(self, attribute="m", onward="m")
        if self.onward.dtype.kind != "i" or self.onward.min(initial=0) < IN_PARTS:
            raise Refusal("Where a FractionalTree leads a row without a value are whole numbers from -1 on.")
        leads = np.flatnonzero(self.onward > RESTS)
        if (self.onward >= len(self.parent)).any() or (self.parent[self.onward[leads]] != leads).any():
            raise Refusal("A FractionalTree leads a row without a value to a node right below.")

    def _check_stand_ins(self) -> None:
        shaped(self, attribute="m", stand_in="m", stand_in_cut="m", swapped="m")
        kinds = "".join(getattr(self, name).dtype.kind for name in ("stand_in", "stand_in_cut", "swapped"))
        most = MOST if self.n_features is None else self.n_features - 1
        if kinds != "ifb" or self.stand_in.max(initial=-1) > most or np.isnan(self.stand_in_cut).any():
            raise Refusal("What stands in at a node of a FractionalTree is a feature of a row, cut at a number.")

    def next_node(self, node: np.ndarray, table: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(m,) the node below each of these nodes (m,) to which a row goes whole; -1 where it rests or is parted."""
        below, asked, onward = super().next_node(node, table, rows), self.attribute[node], self.onward[node]
        gap = (asked >= 0) & np.isnan(table[rows, asked])
        below = np.where(gap & (onward > RESTS), onward, below)
        stands = np.flatnonzero(gap & (onward > RESTS) & (self.stand_in[node] >= 0))
        value = table[rows[stands], self.stand_in[node[stands]]]
        side = (value > self.stand_in_cut[node[stands]]) ^ self.swapped[node[stands]]
        there = stands[~np.isnan(value)]
        below[there] = self._found(node[there], side[~np.isnan(value)].astype(np.intp))
        return np.asarray(below)

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
        rests = np.array(reached)
        for node in np.flatnonzero(self.attribute >= 0).tolist():  # every node after the one above it
            rows, children = np.flatnonzero(reached[:, node]), self.below(node)
            below = self.next_node(np.full(len(rows), node), table, rows)
            whole = below > 0
            in_parts = np.isnan(table[rows, self.attribute[node]]) & (self.onward[node] == IN_PARTS)
            reached[rows[whole], below[whole]] = reached[rows[whole], node]
            gaps = rows[in_parts]
            reached[np.ix_(gaps, children)] = reached[gaps, node][:, None] * self.portions[children]
            rests[:, children] = reached[:, children]
            rests[rows[whole | (in_parts & bool(children))], node] = 0.0
        return reached, rests

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
