"""The rows that runs learn from and those that judge them: tables of their own, made once for all runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtGui import QUndoCommand

from engine.base.words import counted
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from engine.data.row_names import Numbered
from engine.data.split import PARTS, TEST, TRAINING, VALIDATION, Parts, Split


@dataclass(frozen=True, eq=False)
class Division:
    """Data, the table and the split that they were parted by, and the part of each row of the data."""

    data: Dataset
    table: Dataset
    split: Split
    parts: Parts

    def is_of(self, data: Dataset, table: Dataset, split: Split) -> bool:
        """Whether it is that of these: the very same, for to compare tables would take longer than to divide them."""
        return data is self.data and table is self.table and split == self.split

    @cached_property
    def is_on(self) -> bool:
        """Whether anything is kept back at all."""
        return bool(self.parts.codes.any())

    @cached_property
    def learned_rows(self) -> np.ndarray:
        """Which rows the runs learn from."""
        return self.parts.rows(TRAINING)

    @cached_property
    def learned(self) -> Dataset:
        """What the runs learn from: all of the data where nothing is kept back; rows have the names they have there."""
        return _named(self.data, self.learned_rows) if self.is_on else self.data

    def seen_by(self, algorithm: Algorithm) -> tuple[Dataset, np.ndarray]:
        """What a run gets, and which rows that is: one that chooses by the validation rows gets them too."""
        watching = algorithm.validates and self.validation is not None
        return self._watched if watching else (self.learned, self.learned_rows)

    @cached_property
    def _watched(self) -> tuple[Dataset, np.ndarray]:
        codes = self.parts.codes
        rows = np.flatnonzero(codes != PARTS.index(TEST))
        return _named(self.data, rows).changed(held=codes[rows] == PARTS.index(VALIDATION)), rows

    @cached_property
    def validation(self) -> Dataset | None:
        """What they are judged by."""
        return self._part(VALIDATION)

    @cached_property
    def test(self) -> Dataset | None:
        """The rows that are looked at on request only."""
        return self._part(TEST)

    def _part(self, part: str) -> Dataset | None:
        rows = self.parts.rows(part) if self.is_on else np.zeros(0, dtype=np.intp)
        return self.data.subset(rows) if len(rows) else None


def _named(data: Dataset, rows: np.ndarray) -> Dataset:
    """These rows of the data with the names they have there."""
    part = data.subset(rows)
    return part if part.row_names else part.changed(row_names=Numbered(rows))


def learned_words(parts: Parts) -> str:
    """How many of the rows are learnt from; "" for all of them.

    >>> learned_words(Split(validation=0.3).of(Dataset(np.zeros((14, 1)))))
    '10 of 14 rows learnt from'
    """
    n = len(parts.codes)
    learned = n - int(np.count_nonzero(parts.codes))
    return "" if learned == n else f"{learned:,} of {counted(n, 'row')} learnt from"


class SplitCommand(QUndoCommand):
    """The rows split otherwise; what one gesture of a slider does becomes one entry."""

    def __init__(
        self, before: Split, after: Split, gesture: int, current: Callable[[], Dataset], take: Callable[[Split], None]
    ) -> None:
        super().__init__("Split the rows")
        self._splits, self._gesture, self._current, self._take = (before, after), gesture, current, take

    def redo(self) -> None:
        self._take(self._splits[True])

    def undo(self) -> None:
        self._take(self._splits[False])

    def table(self, forward: bool) -> Dataset:
        """It stays as it is."""
        return self._current()

    def preparation(self, forward: bool) -> None:
        """It stays as it is."""

    def split(self, forward: bool) -> Split:
        return self._splits[forward]

    def id(self) -> int:
        return 3 if self._gesture else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, SplitCommand) or other._gesture != self._gesture:
            return False
        self._splits = self._splits[False], other._splits[True]
        self.setObsolete(self._splits[False] == self._splits[True])
        return True
