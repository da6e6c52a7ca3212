"""The names of rows, where rows are taken out of a table or put into it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import numpy as np

from engine.base.snapshot import read_only


class Numbered(Sequence[str]):
    """The names of rows that are their numbers in a larger table, counted from 1; each is written when it is asked for.

    >>> names = Numbered(np.array([4, 0, 7]))
    >>> names[2], tuple(names[:2])
    ('8', ('5', '1'))
    """

    def __init__(self, rows: np.ndarray) -> None:
        self.rows = read_only(rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numbered) and np.array_equal(self.rows, other.rows)

    __hash__ = None  # type: ignore[assignment]  # as of a data set: its contents are compared

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Numbered: ...

    def __getitem__(self, place: int | slice) -> str | Numbered:
        return Numbered(self.rows[place]) if isinstance(place, slice) else str(int(self.rows[place]) + 1)


def picked(names: Sequence[str], rows: np.ndarray) -> Sequence[str]:
    """The names of some of the rows, () where they have none."""
    if not names:
        return ()
    return Numbered(names.rows[rows]) if isinstance(names, Numbered) else tuple(names[row] for row in rows)


def merged(
    names: Sequence[str], n: int, fresh: Sequence[str], where: np.ndarray, old: np.ndarray | slice
) -> Sequence[str]:
    """The names of n rows at the places `old`, and of fresh ones at `where`; one without a name is called new."""
    if not names and not fresh:
        return ()
    found = np.empty(n + len(where), dtype=object)
    found[old] = list(names) or [str(row + 1) for row in range(n)]
    found[where] = list(fresh) or [f"new {row + 1}" for row in where]
    return tuple(found)
