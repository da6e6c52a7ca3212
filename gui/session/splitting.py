"""The rows that runs learn from and those kept to judge them: tables of their own, made once for all runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.data.dataset import Dataset
from engine.data.row_names import Numbered


@dataclass(frozen=True, eq=False)
class Split:
    """Data, the table and the share that they were split by, and which of their rows are in either part."""

    data: Dataset
    table: Dataset
    share: float
    train: np.ndarray
    kept: np.ndarray

    def is_of(self, data: Dataset, table: Dataset, share: float) -> bool:
        """Whether it is the split of these: the very same, for to compare tables would take longer than to split."""
        return data is self.data and table is self.table and share == self.share

    @cached_property
    def learned(self) -> Dataset:
        """What the runs learn from: all of the data where nothing is kept."""
        return self._named(self.train) if len(self.kept) else self.data

    @cached_property
    def validation(self) -> Dataset | None:
        """What they are judged by."""
        return self.data.subset(self.kept) if len(self.kept) else None

    def _named(self, rows: np.ndarray) -> Dataset:
        """These rows of the data with the names they have there."""
        part = self.data.subset(rows)
        return part if part.row_names else part.changed(row_names=Numbered(rows))
