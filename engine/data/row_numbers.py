"""The numbers of rows: a row keeps its own when others are taken out or put in, and has its random numbers by it."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import read_only, sealed

MOST = 100_000_000
"""No table that fits a file has so many rows, and random numbers for more would take long."""


def others(n: int, rows: np.ndarray) -> np.ndarray:
    """The rows 0, ..., n - 1 that are not among `rows`, ascending.

    >>> others(4, np.array([2, 0])).tolist()
    [1, 3]
    """
    left = np.ones(n, dtype=bool)
    left[rows] = False
    return np.flatnonzero(left)


def checked_numbers(numbers: np.ndarray, n: int) -> np.ndarray | None:
    """The numbers of n rows, each its own; None where they are 0, 1, ..., n - 1."""
    if numbers.shape != (n,) or numbers.dtype.kind not in "iu":
        raise Refusal(f"The numbers of rows have the shape {numbers.shape}: {n} whole numbers are needed.")
    if not n:
        return None
    ascending = bool((numbers[1:] > numbers[:-1]).all())
    least, greatest = (numbers[0], numbers[-1]) if ascending else (numbers.min(), numbers.max())
    if least < 0 or greatest >= MOST:
        raise Refusal(f"The number of a row must lie from 0 to {MOST - 1:,}.")
    if not ascending and len(np.unique(numbers)) < n:
        raise Refusal("Two rows have the same number, and each must have its own.")
    return None if ascending and greatest == n - 1 else read_only(np.asarray(numbers, dtype=np.int64))


def numbers_of(numbers: np.ndarray | None, rows: np.ndarray) -> np.ndarray:
    """The numbers of some of the rows. One that is taken several times has a new one each time after the first.

    >>> numbers_of(None, np.array([4, 2, 4])).tolist()
    [4, 2, 5]
    """
    own = np.array(rows if numbers is None else numbers[rows], dtype=np.int64)
    if not (own[1:] > own[:-1]).all():
        first = np.unique(own, return_index=True)[1]
        again = others(len(own), first)
        own[again] = own.max() + 1 + np.arange(len(again))
    return sealed(own)


def numbers_with(
    numbers: np.ndarray | None, n: int, fresh: range | np.ndarray | None, where: np.ndarray, old: np.ndarray | slice
) -> np.ndarray | None:
    """The numbers of n rows at the places `old`, and of others at `where`: those they come back with, or new ones."""
    if numbers is None and fresh is None and isinstance(old, slice):
        return None
    made = np.empty(n + len(where), dtype=np.int64)
    made[old] = np.arange(n) if numbers is None else numbers
    made[where] = made[old].max(initial=-1) + 1 + np.arange(len(where)) if fresh is None else fresh
    return sealed(made)


def numbered(row_keys: range | np.ndarray, places: np.ndarray) -> np.ndarray:
    """(m,) the numbers of the rows at these places; a range of a million is not counted out for them.

    >>> numbered(range(3), np.array([0, 2])).tolist(), numbered(np.array([4, 6, 7]), np.array([0, 2])).tolist()
    ([0, 2], [4, 7])
    """
    return places if isinstance(row_keys, range) else row_keys[places]


def places_of(numbers: np.ndarray, row_keys: range | np.ndarray) -> np.ndarray:
    """(m,) where the rows with these numbers stand among rows with these keys, ascending; of some there may be none.

    >>> places_of(np.array([2, 7]), np.array([0, 2, 3])).tolist(), places_of(np.array([2, 7]), range(3)).tolist()
    ([1], [2])
    """
    if isinstance(row_keys, range):
        return np.sort(numbers[numbers < len(row_keys)])
    chosen = np.zeros(max(numbers.max(initial=-1), row_keys.max(initial=-1)) + 1, dtype=bool)  # of a million no sorting
    chosen[numbers] = True
    return np.flatnonzero(chosen[row_keys])


def same_row_keys(one: range | np.ndarray, other: range | np.ndarray) -> bool:
    """Whether the same rows stand in the same places.

    >>> same_row_keys(range(3), range(3)), same_row_keys(range(3), np.array([0, 1, 3]))
    (True, False)
    """
    if isinstance(one, range) or isinstance(other, range):
        return isinstance(one, range) and isinstance(other, range) and len(one) == len(other)
    return one is other or np.array_equal(one, other)
