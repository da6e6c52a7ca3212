"""Graphs of near rows: the edges to the nearest, the parts that hang together, and the shortest ways along edges."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np

from engine.core.pauses import Pauses, most_pauses

WORK = 100
"""An edge that is looked at on a shortest way takes as long as so many differences of two numbers."""
BLOCK = 16
"""From so many rows the ways are found at a time."""


def by_distance(far: np.ndarray) -> np.ndarray:
    """(n, n − 1) the other rows of each, the nearest first, the lower on a tie, of distances far (n, n)."""
    others = np.array(far)
    np.fill_diagonal(others, np.inf)
    return np.argsort(others, axis=1, kind="stable")[:, :-1]


def edges_to(order: np.ndarray, k: int) -> np.ndarray:
    """(m, 2) the pairs of rows of which one is among the k nearest of the other, each once, the lower row first.

    >>> edges_to(np.array([[1, 2], [0, 2], [1, 0]]), 1).tolist()
    [[0, 1], [1, 2]]
    """
    near = order[:, :k]
    ends = np.column_stack([np.repeat(np.arange(len(near)), near.shape[1]), near.ravel()])
    low, high = ends.min(axis=1), ends.max(axis=1)
    each = np.unique(low * len(order) + high)
    return np.column_stack([each // len(order), each % len(order)])


def parts_of(n: int, edges: np.ndarray) -> np.ndarray:
    """(n,) which part of the graph each row is in, from 0 on."""
    from scipy.sparse.csgraph import connected_components  # imported where a graph is first made

    return np.asarray(connected_components(_sparse(n, edges, np.ones(len(edges))), directed=False)[1])


def least_connecting(order: np.ndarray) -> int:
    """How many nearest rows each must be joined to so that the graph is in one part.

    An edge is there from the lower of its two ranks on. A tree grows by the edge with the least (Prim 1957), and the
    greatest that it takes decides.
    """
    n, least = len(order), 0
    ranks = np.zeros((n, n), dtype=np.int32)
    np.put_along_axis(ranks, order, np.arange(1, n, dtype=np.int32)[None], axis=1)
    ranks = np.minimum(ranks, ranks.T)
    outside, nearest = np.arange(1, n), ranks[0, 1:]
    while len(outside):
        place = int(np.argmin(nearest))
        least, row = max(least, int(nearest[place])), int(outside[place])
        outside, nearest = np.delete(outside, place), np.delete(nearest, place)
        nearest = np.minimum(nearest, ranks[row, outside])
    return least


def shortest_links(far: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """(p − 1, 2) the pairs of rows that join p parts into one, with the least sum of distances."""
    from scipy.sparse.csgraph import minimum_spanning_tree

    rows = [np.flatnonzero(parts == part) for part in range(int(parts.max(initial=0)) + 1)]
    order = np.concatenate(rows)
    begins = np.concatenate([[0], np.cumsum([len(own) for own in rows])[:-1]])
    least = np.minimum.reduceat(np.minimum.reduceat(far[np.ix_(order, order)], begins, axis=0), begins, axis=1)
    size = float(least.max()) or 1.0
    between = np.maximum(least / size, np.finfo(float).tiny)  # a 0 would be no link at all
    links = []
    for one, other in zip(*minimum_spanning_tree(between).nonzero(), strict=True):
        near = far[np.ix_(rows[one], rows[other])]
        i, j = np.unravel_index(int(np.argmin(near)), near.shape)
        links.append(sorted((int(rows[one][i]), int(rows[other][j]))))
    return np.array(sorted(links), dtype=np.intp).reshape(-1, 2)


def ways_from(row: int, far: np.ndarray, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n,) how far all rows are from one along the edges, and (n,) the row before each on the way, −1 for none."""
    graph = _sparse(len(far), edges, far[edges[:, 0], edges[:, 1]])
    lengths, before = _dijkstra()(graph, directed=False, indices=row, return_predecessors=True)
    return np.asarray(lengths), np.maximum(np.asarray(before), -1)


def shortest_ways(far: np.ndarray, edges: np.ndarray) -> Generator[int, None, np.ndarray]:
    """(n, n) how far all rows are from each other along the edges; from how many it is known, at each pause."""
    n, pauses, dijkstra = len(far), Pauses(), _dijkstra()
    graph = _sparse(n, edges, far[edges[:, 0], edges[:, 1]])
    found = np.empty((n, n))
    for first in range(0, n, BLOCK):
        some = np.arange(first, min(first + BLOCK, n))
        found[some] = dijkstra(graph, directed=False, indices=some)
        if some[-1] + 1 < n and pauses.due(WORK * len(some) * (len(edges) + n)):
            yield int(some[-1]) + 1
    return np.minimum(found, found.T)  # the same sums in the other order differ in their last digits


def most_ways(n: int, edges: int) -> int:
    """How many pauses that can have."""
    return most_pauses(WORK * n * (edges + n))


def way_back(before: np.ndarray, row: int) -> np.ndarray:
    """(w,) the rows on the way to this one, from where the ways begin.

    >>> way_back(np.array([-1, 0, 1]), 2).tolist()
    [0, 1, 2]
    """
    way = [row]
    while before[way[-1]] >= 0:
        way.append(int(before[way[-1]]))
    return np.array(way[::-1])


def _dijkstra() -> Any:
    from scipy.sparse.csgraph import dijkstra

    return dijkstra


def _sparse(n: int, edges: np.ndarray, lengths: np.ndarray) -> Any:
    from scipy.sparse import csr_array

    return csr_array((lengths, (edges[:, 0], edges[:, 1])), shape=(n, n))
