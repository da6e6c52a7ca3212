"""Where the nodes of a tree or a network stand: no two overlap, and a parent stands over the middle of its children."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Outline = tuple[list[float], list[float]]
"""The leftmost and the rightmost extent of a subtree at each depth below its root, measured from the root."""


def depths(parents: Sequence[int]) -> np.ndarray:
    """(m,) how many lines lead from each node up to its root."""
    found = np.zeros(len(parents), dtype=np.intp)
    for node in by_level(parents, children_of(parents)):
        if parents[node] >= 0:
            found[node] = found[parents[node]] + 1
    return found


def tree_places(parents: Sequence[int], widths: Sequence[float], gap: float) -> np.ndarray:
    """(m,) the horizontal centre of each node of a tree, or of several side by side.   (Reingold and Tilford 1981)

    Subtrees are pushed together until at some depth they are `gap` apart; the result is as narrow as that allows.
    """
    children = children_of(parents)
    offset = np.zeros(len(parents))
    outlines: dict[int, Outline] = {}
    order = by_level(parents, children)
    for node in reversed(order):
        own: Outline = ([-widths[node] / 2], [widths[node] / 2])
        places, below = _side_by_side([outlines.pop(child) for child in children[node]], gap)
        offset[children[node]] = places
        outlines[node] = (own[0] + below[0], own[1] + below[1])
    roots = [node for node in order if parents[node] < 0]
    offset[roots] = _side_by_side([outlines[root] for root in roots], gap)[0]
    for node in order:
        if parents[node] >= 0:
            offset[node] += offset[parents[node]]
    return offset


def column_places(columns: Sequence[int], heights: Sequence[float], gap: float) -> np.ndarray:
    """(m,) the vertical centre of each node of a network: every column is stacked and centred on 0."""
    tops = np.zeros(len(columns))
    for column in set(columns):
        own = [node for node, place in enumerate(columns) if place == column]
        tall = np.array([heights[node] for node in own])
        ends = np.cumsum(tall + gap)
        tops[own] = ends - gap - tall / 2 - (ends[-1] - gap) / 2
    return tops


def _side_by_side(outlines: list[Outline], gap: float) -> tuple[np.ndarray, Outline]:
    """Where the roots of these subtrees stand, centred on 0, and the outline of them all."""
    places: list[float] = []
    left: list[float] = []
    right: list[float] = []
    for lefts, rights in outlines:
        common = min(len(right), len(lefts))
        shift = max((right[i] - lefts[i] + gap for i in range(common)), default=0.0)
        places.append(shift)
        left += [value + shift for value in lefts[len(left) :]]
        right[: len(rights)] = [value + shift for value in rights]
    middle = (places[0] + places[-1]) / 2 if places else 0.0
    return np.array(places) - middle, ([value - middle for value in left], [value - middle for value in right])


def children_of(parents: Sequence[int]) -> list[list[int]]:
    """The nodes below each node, in their order."""
    found: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent >= 0:
            found[parent].append(node)
    return found


def by_level(parents: Sequence[int], children: list[list[int]]) -> list[int]:
    """Every node, those nearer to a root first."""
    order = [node for node, parent in enumerate(parents) if parent < 0]
    for node in order:
        order.extend(children[node])
    return order
