"""The rectangles of a tree: where the rows of each node lie, and what of its cuts is drawn on the plane."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Line, Mark, Points, Segments
from engine.data.dataset import Dataset
from engine.models.tree import Branching
from engine.parts.ranges import reach
from engine.parts.trees.growing import asked_in_order

FAR = 2.0
"""A rectangle that goes on for ever is drawn so many extents of the data beyond them."""


def boxes(tree: Branching, d: int) -> tuple[np.ndarray, np.ndarray]:
    """(m, d) the lowest and the highest values that can reach each node: its rectangle; ±∞ where nothing was cut."""
    both = np.array([box(tree, node, d) for node in range(len(tree.parent))])
    return both[:, 0], both[:, 1]


def box(tree: Branching, node: int, d: int) -> np.ndarray:
    """(2, d) the lowest and the highest values that can reach a node; of a category what counts as the level."""
    reach = np.array([np.full(d, -np.inf), np.full(d, np.inf)])
    while (above := int(tree.parent[node])) >= 0:
        asked, code = int(tree.attribute[above]), int(tree.branch[node])
        if np.isnan(cut := tree.cut(above)):
            reach[:, asked] = code - 0.5, code + 0.5
        else:
            side, keep = (0, max) if code else (1, min)
            reach[side, asked] = keep(float(reach[side, asked]), cut)
        node = above
    return reach


def cut_ends(tree: Branching, node: int, data: Dataset, beyond: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """The ends (2,) of the cut of a node on the plane of two features: as far as its rectangle reaches.

    beyond  how many extents of the data it goes on where the rectangle goes on for ever
    """
    start, end = shown_box(tree, node, data, beyond)
    start[tree.attribute[node]] = end[tree.attribute[node]] = tree.threshold[node]
    return start, end


def shown_box(tree: Branching, node: int, data: Dataset, beyond: float) -> tuple[np.ndarray, np.ndarray]:
    """The lowest and the highest values (d,) of the rectangle of a node, as far as it is drawn."""
    low, high = box(tree, node, data.d)
    least, most = reach(data)
    room = beyond * (most - least)
    return np.clip(low, least - room, most + room), np.clip(high, least - room, most + room)


def reached_by(tree: Branching, node: int, rows: np.ndarray, data: Dataset) -> Mark:
    """What a node is about: on a plane of two features its rectangle, else its rows."""
    if data.d != 2:
        return Points(data.X[rows], "focus", rows=rows)
    least, most = shown_box(tree, node, data, FAR)
    corners = np.array([[least[0], least[1]], [most[0], least[1]], [most[0], most[1]], [least[0], most[1]]])
    return Segments(corners, np.roll(corners, -1, axis=0), "focus")


def cut_across(tree: Branching, node: int, attribute: int, cut: float, data: Dataset) -> Line:
    """A cut of a node, as far as its rectangle reaches in what is shown of it."""
    return Line(np.eye(data.d)[attribute], -cut, "boundary", within=box(tree, node, data.d))


def cuts_so_far(tree: Branching, last: int | None, data: Dataset) -> Iterator[Mark]:
    """The cut of the node that was split last; on a plane of two features those before it too, as far as they reach."""
    cut = float("nan") if last is None else tree.cut(last)
    if data.d == 2:
        before = [node for node in asked_in_order(tree) if tree.numeric[node] and node != last]
        for nodes, role in ((before, "plain"), ([last] if last is not None and cut == cut else [], "boundary")):
            if nodes:
                yield Segments(*_ends(tree, nodes, data), "plain" if role == "plain" else "boundary")
    elif last is not None and cut == cut:
        yield cut_across(tree, last, int(tree.attribute[last]), cut, data)


def _ends(tree: Branching, nodes: Sequence[int], data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    ends = np.array([cut_ends(tree, node, data, FAR) for node in nodes])
    return ends[:, 0], ends[:, 1]
