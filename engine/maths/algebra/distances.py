"""Distances between rows of tables.

They are worked out block by block, each small enough for the cache and with a long row for each centre: of a million
rows that is six times as quick as the whole table at once, and the numbers are the same. A square that is too large for
a number is ∞: so far out, where a picture may be zoomed to, rounding leaves centres no difference in any case.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

BLOCK = 131_072
"""So many distances are worked out at a time."""
FEW = 32
"""So few centres are looked at one after the other; their numbers fit into a byte."""
SHORT = 256
"""With fewer rows than this that takes longer than to look at all centres of each row."""
PILED, MANY = 3, 10_000
"""Of so few groups the sums over so many rows are products: with more groups, or fewer rows, counting is quicker."""


class Nearest(NamedTuple):
    """For each of n rows the nearest of some centres, the lowest on a tie.

    labels (n,) which it is;   squares (n,) ‖x − m‖² to it;   ties  how many rows have two
    """

    labels: np.ndarray
    squares: np.ndarray
    ties: int


def pair_distances(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(m, n) the Euclidean distances from rows A (m, d) to rows B (n, d).

    >>> pair_distances(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))
    array([[5.]])
    """
    return np.asarray(np.sqrt(squared_distances(A, B)))


def squared_distances(X: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """(n, K) squared Euclidean distances ‖xₙ − mₖ‖² from X (n, d) to centres (K, d).

    Summed difference by difference, not through ‖x‖² − 2x·m + ‖m‖²: the short form loses half of the digits when
    points lie close together far from the origin, and then ties and E would not be exact.

    >>> squared_distances(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))
    array([[25.]])
    """
    found = np.empty((len(X), len(centres)))
    if len(centres) > FEW:
        return _row_after_row(X, centres, found)
    for part, squares in _blocks(X, centres):
        found[part] = squares.T
    return found


def nearest(X: np.ndarray, centres: np.ndarray) -> Nearest:
    """Which of the centres (K, d) is the nearest to each row of X (n, d).

    >>> nearest(np.array([[0.0], [1.0], [5.0]]), np.array([[0.0], [2.0]]))
    Nearest(labels=array([0, 0, 1]), squares=array([0., 1., 9.]), ties=1)
    """
    labels, least, ties = np.empty(len(X), dtype=np.intp), np.empty(len(X)), 0
    for part, squares in _blocks(X, centres):
        np.minimum.reduce(squares, axis=0, out=least[part])
        labels[part], tied = _where(squares, least[part])
        ties += tied
    return Nearest(labels, least, ties)


def own_squares(X: np.ndarray, centres: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """(n,) squared distances ‖xₙ − m_zₙ‖² of the rows X (n, d) to the centres (K, d) with the numbers `labels` (n,)."""
    table, found = np.asarray(X, dtype=float), np.empty(len(X))
    room = np.empty(min(len(X), BLOCK))
    for first in range(0, len(X), BLOCK):
        part = slice(first, first + BLOCK)
        own, total = labels[part], found[part]
        apart = room[: len(own)]
        if not len(centres.T):
            total.fill(0.0)
        with np.errstate(over="ignore"):
            for feature, (column, places) in enumerate(zip(table[part].T, centres.T, strict=True)):
                np.subtract(column, places.take(own, out=apart, mode="clip"), out=apart)
                np.square(apart, out=apart if feature else total)  # the first are written, not added to nothing
                if feature:
                    total += apart
    return found


def group_sums(X: np.ndarray, labels: np.ndarray, K: int) -> tuple[np.ndarray, np.ndarray]:
    """(K, d) the sums of the rows of X (n, d) with each of the labels (n,) 0, ..., K - 1, and (K,) how many there are.

    The numbers of X are finite.

    >>> group_sums(np.array([[1.0], [2.0], [5.0]]), np.array([0, 0, 2]), 3)
    (array([[3.],
           [0.],
           [5.]]), array([2, 0, 1]))
    """
    if K <= PILED and len(X) >= MANY:
        return _sums_by_group(X, labels, K)
    sums = [np.bincount(labels, column, K) for column in X.T]
    return np.array(sums).reshape(X.shape[1], K).T, np.bincount(labels, minlength=K)


def _sums_by_group(X: np.ndarray, labels: np.ndarray, K: int) -> tuple[np.ndarray, np.ndarray]:
    """The same one group after the other: the sum of a column over a group is its product with 1 there and 0 elsewhere.

    Counted row by row into so few sums, nearly each row waits until the sum of the row before has been written.
    """
    sums, sizes = np.zeros((K, X.shape[1])), np.zeros(K, dtype=np.intp)
    room = np.empty(BLOCK // 2)
    for first in range(0, len(X), len(room)):
        part = slice(first, first + len(room))
        numbers = labels[part].astype(np.int8)
        for k in range(K):
            there = numbers == k
            sizes[k] += np.count_nonzero(there)
            room[: len(there)] = there
            sums[k] += [np.dot(room[: len(there)], column) for column in X[part].T]
    return sums, sizes


def _row_after_row(X: np.ndarray, centres: np.ndarray, found: np.ndarray) -> np.ndarray:
    """The squared distances into `found` (n, K), for which the rows of X (n, d) are long enough with many centres."""
    table, places = np.asarray(X, dtype=float), np.asarray(centres, dtype=float).T.copy()
    size = max(BLOCK // len(centres), 1)
    room = np.empty((min(size, len(table)), len(centres)))
    for first in range(0, len(table), size):
        part = slice(first, first + size)
        total = found[part]
        _add_squares(table[part].T[:, :, None], places, total, room[: len(total)])
    return found


def _where(squares: np.ndarray, least: np.ndarray) -> tuple[np.ndarray, int]:
    """(m,) in which row the least number (m,) of each column (K, m) stands, the first of equal ones; how many have two.

    Where each column has one, the number of its row is the sum of all rows' numbers, those without it counted as 0.
    """
    alike = squares == least
    K, m = alike.shape
    if np.count_nonzero(alike) != m or math.isnan(least[least.argmin()]):  # which argmin finds where there is one
        return squares.argmin(axis=0), int(np.count_nonzero(alike.sum(axis=0) > 1))
    if K > FEW or m < SHORT:
        return squares.argmin(axis=0), 0
    which, ones = np.zeros(m, dtype=np.int8), alike.view(np.int8)  # the same bytes as numbers, with no copy
    for k in range(1, K):
        which += ones[k] * np.int8(k)
    return which, 0


def _blocks(X: np.ndarray, centres: np.ndarray) -> Iterator[tuple[slice, np.ndarray]]:
    """Some rows of X (n, d) after the other, and their squared distances (K, m) to the centres, in the same room."""
    table, others = np.asarray(X, dtype=float), np.asarray(centres, dtype=float)
    size = min(max(BLOCK // max(len(others), 1), 1), len(table))
    totals, room = np.empty((2, len(others), size))
    for first in range(0, len(table), max(size, 1)):
        part = slice(first, first + size)
        columns = table[part].T
        total, apart = totals[:, : columns.shape[1]], room[:, : columns.shape[1]]
        _add_squares(columns, others.T[:, :, None], total, apart)
        yield part, total


def _add_squares(rows: np.ndarray, centres: np.ndarray, total: np.ndarray, room: np.ndarray) -> None:
    """Σ (x − m)² over the features of rows and centres (d, ...), which stand along other axes, into `total`."""
    if not len(rows):
        total.fill(0.0)
    with np.errstate(over="ignore"):
        for feature, (x, m) in enumerate(zip(rows, centres, strict=True)):
            squares = room if feature else total  # the first are written, not added to nothing
            np.square(np.subtract(x, m, out=squares), out=squares)
            if feature:
                total += room
