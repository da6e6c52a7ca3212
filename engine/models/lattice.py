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
    """Where the rows of a lattice come to rest: nodes (m,), and the box of each, rows from `top` to below `bottom`."""

    node: np.ndarray
    top: np.ndarray
    bottom: np.ndarray
    left: np.ndarray
    right: np.ndarray


def boxes(
    lattice: Lattice, first: np.ndarray, asked: np.ndarray, threshold: np.ndarray, below: np.ndarray
) -> Boxes | None:
    """The boxes of trees of cuts alone, each with its first node (T,), by their `descent`; None where a value is
    missing. All nodes of a depth are divided at once.
    """
    if np.isnan(lattice.held).any():
        return None
    upward, cut = _cuts(lattice, asked, threshold)
    h, w = lattice.shape
    here = _box(first, *(np.full(len(first), end) for end in (0, h, 0, w)))
    found: list[np.ndarray] = []
    while here.shape[1]:
        children = below.reshape(-1, 2)[here[0]]
        rests = (children == here[0][:, None]).all(axis=1)
        found.append(here[:, rests])
        here, children = here[:, ~rests], children[~rests]
        parts = [_part(here, children[:, side], upward, cut, side) for side in (0, 1)]
        parts = [part[:, (part[1] < part[2]) & (part[3] < part[4])] for part in parts]
        stays = [part[5] == part[0] for part in parts]
        found += [part[:5, stay] for part, stay in zip(parts, stays, strict=True)]
        onward = [part[:, ~stay] for part, stay in zip(parts, stays, strict=True)]
        here = np.concatenate([_box(part[5], *part[1:5]) for part in onward], axis=1)
    return Boxes(*np.concatenate(found, axis=1))


def _box(node: np.ndarray, *ends: np.ndarray) -> np.ndarray:
    """(5, m) nodes and the ends of their boxes."""
    return np.stack([node, *ends])


def _cuts(lattice: Lattice, asked: np.ndarray, threshold: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(m,) whether a node cuts the feature that goes up, and (m,) how many of the values lie left of its cut; one that
    cuts a feature that is held has all of them on one side.
    """
    up, across = lattice.features
    below = np.where(lattice.held[asked] > threshold, 0, len(lattice.across))
    cut = np.where(asked == across, np.searchsorted(lattice.across, threshold, side="right"), below)
    return asked == up, np.where(asked == up, np.searchsorted(lattice.up, threshold, side="right"), cut)


def _part(here: np.ndarray, child: np.ndarray, upward: np.ndarray, cut: np.ndarray, side: int) -> np.ndarray:
    """(6, m) the boxes cut to the side of their nodes' cuts, and the children there."""
    node, top, bottom, left, right = here
    up, at = upward[node], cut[node]
    if side:
        top, left = np.where(up, np.maximum(top, at), top), np.where(up, left, np.maximum(left, at))
    else:
        bottom, right = np.where(up, np.minimum(bottom, at), bottom), np.where(up, right, np.minimum(right, at))
    return np.stack([node, top, bottom, left, right, child])


def summed(there: Boxes, values: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """(h, w) at each place the sum of the whole numbers (m,) of the boxes that hold it: by their corners alone."""
    wide = shape[1] + 1
    corners = [row * wide + column for row in (there.top, there.bottom) for column in (there.left, there.right)]
    signed = np.concatenate([values, -values, -values, values])
    edges = np.bincount(np.concatenate(corners), signed, (shape[0] + 1) * wide).astype(np.int32)
    whole = edges.reshape(shape[0] + 1, wide)
    np.cumsum(whole, axis=0, out=whole)
    np.cumsum(whole, axis=1, out=whole)
    return whole[:-1, :-1]
