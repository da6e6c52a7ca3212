"""Which rows are meant: their numbers in one array, for a million of them may be selected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np

from engine.base.snapshot import sealed


class Rows(Sequence[int]):
    """Numbers of rows, ascending and each once: read like a tuple of numbers, and by numpy without one of them made.

    >>> rows = Rows(np.array([2, 5]))
    >>> rows == (2, 5), 5 in rows, 3 in rows, np.asarray(rows) is rows.places
    (True, True, False, True)
    """

    def __init__(self, places: np.ndarray) -> None:
        self.places = sealed(places)

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Rows: ...
    def __getitem__(self, place: int | slice) -> int | Rows:
        return Rows(self.places[place]) if isinstance(place, slice) else int(self.places[place])

    def __iter__(self) -> Iterator[int]:
        return map(int, self.places)

    def __contains__(self, row: object) -> bool:
        if not isinstance(row, int | np.integer):
            return False
        place = int(np.searchsorted(self.places, row))
        return place < len(self.places) and bool(self.places[place] == row)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rows | tuple):
            return NotImplemented
        return np.array_equal(self.places, np.asarray(other, dtype=np.intp))

    __hash__ = None  # type: ignore[assignment]  # as arrays have none

    def __repr__(self) -> str:
        return f"Rows({self.places!r})"

    def __array__(self, dtype: np.dtype | None = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.places, dtype=dtype) if copy else self.places.astype(dtype or np.intp, copy=False)


NO_ROWS = Rows(np.zeros(0, dtype=np.intp))
