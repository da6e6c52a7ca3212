"""Trees on a lattice: every node is a box of it, so all its places are answered for without asking at any of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


@dataclass(frozen=True)
class Lattice:
    """Every crossing of some values of two features; all other features are held.

    features  which of them goes up, and which across;   up (h,), across (w,)  their values, ascending
    held (d,)  the values of the others
    """

    features: tuple[int, int]
    up: np.ndarray
    across: np.ndarray
    held: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.up), len(self.across)


class Crossings(NamedTuple):
    """What a classifier of so many classes says there: labels (h, w), and how sure it is (h, w)."""

    labels: np.ndarray
    sure: np.ndarray
    classes: int


def sureness(likeliest: np.ndarray, classes: int) -> np.ndarray:
    """How sure a model is by the probability of its likeliest class: 0 where all are alike, 1 where one is certain."""
    K = max(classes, 2)
    return np.asarray(np.clip((likeliest - 1 / K) / (1 - 1 / K), 0.0, 1.0))


class Boxes(NamedTuple):
    """Nodes (m,) and the box of each (4, m): its first row and column, and the first of each that it has no more."""

    node: np.ndarray
    ends: np.ndarray

    def only(self, which: np.ndarray) -> Boxes:
        """Some of them, by a mask (m,)."""
        places = np.flatnonzero(which)
        return Boxes(self.node.take(places), self.ends.take(places, axis=1))


def boxes(
    lattice: Lattice, first: np.ndarray, asked: np.ndarray, threshold: np.ndarray, below: np.ndarray
) -> Boxes | None:
    """The boxes where rows come to rest in trees of cuts alone, each with its first node (T,), by their `descent`; None
    where a value is missing. All nodes of a depth are divided at once, and only those that have a place of the lattice.
    """
    if np.isnan(lattice.held).any():
        return None
    sides = below.reshape(-1, 2)
    is_end = (sides[:, 0] == sides[:, 1]) & (sides[:, 0] == np.arange(len(sides)))
    whole = Boxes(first, np.repeat([[0], [0], [lattice.shape[0]], [lattice.shape[1]]], len(first), axis=1))
    is_leaf, found = is_end.take(first), []
    while True:
        found.append(whole.only(is_leaf))
        here = whole.only(~is_leaf)
        if not len(here.node):
            return Boxes(*(np.concatenate(each, axis=-1) for each in zip(*found, strict=True)))
        axis, cut = _cuts(lattice, asked.take(here.node), threshold.take(here.node))
        ends, full = _divided(here.ends, axis, cut)
        child = sides.take(here.node, axis=0).T.ravel()
        is_leaf = (is_end.take(child) | (child == np.concatenate([here.node, here.node])))[full]
        whole = Boxes(child, ends).only(full)


def _cuts(lattice: Lattice, asked: np.ndarray, threshold: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(m,) which axis each node cuts, 0 upwards, and (m,) how many of its values lie left of the cut; one that cuts a
    feature that is held has all of them on one side.
    """
    up, across = lattice.features
    upward = asked == up
    cut = np.where(upward, *(np.searchsorted(line, threshold, side="right") for line in (lattice.up, lattice.across)))
    if len(lattice.held) > 2:
        below = np.where(lattice.held[asked] > threshold, 0, len(lattice.across))
        cut = np.where(upward | (asked == across), cut, below)
    return np.where(upward, 0, 1), cut


def _divided(ends: np.ndarray, axis: np.ndarray, cut: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(4, 2 m) boxes, to the left of their cuts and to the right, and (2 m,) whether there is a place in them."""
    count = ends.shape[1]
    at = axis * count + np.arange(count)
    low, high = ends.ravel().take(at), ends.ravel().take(at + 2 * count)
    left, right = ends.copy(), ends.copy()
    last, first = np.minimum(high, cut), np.maximum(low, cut)
    left.ravel()[at + 2 * count], right.ravel()[at] = last, first
    return np.concatenate([left, right], axis=1), np.concatenate([low < last, first < high])


def summed(there: Boxes, values: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """(h, w) at each place the sum of the whole numbers (m,) of the boxes that hold it: by their corners alone."""
    wide = shape[1] + 1
    top, left, bottom, right = there.ends
    corners = [row * wide + column for row in (top, bottom) for column in (left, right)]
    signed = np.concatenate([values, -values, -values, values])
    edges = np.bincount(np.concatenate(corners), signed, (shape[0] + 1) * wide).astype(np.int32)
    whole = edges.reshape(shape[0] + 1, wide)
    np.cumsum(whole, axis=0, out=whole)
    np.cumsum(whole, axis=1, out=whole)
    return whole[:-1, :-1]
