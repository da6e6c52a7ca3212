"""The names of the rows as a column: an attribute with another value in every row, to see what a method makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.data.dataset import NUMBERS, Column, Dataset, Kind
from engine.data.preparing.coding import MOST_LEVELS
from engine.data.preparing.step import beside, learnt, step


@step
class Identify:
    """An attribute that names the row."""

    NAME: ClassVar = "Names as a column"
    ORDER: ClassVar = 61
    SUITS: ClassVar[tuple[Kind, ...]] = (*NUMBERS, "ordinal", "categorical")
    WORDS: ClassVar = (
        "Adds the names of the rows as a column beside the others. It has another value in every row: it tells all "
        "about these rows, and nothing about new ones."
    )

    def fit(self, data: Dataset, places: Sequence[int]) -> Named:
        known = tuple(dict.fromkeys(_keys(data)))
        if len(known) > MOST_LEVELS:
            raise Refusal(f"There are {len(known):,} names: as a column they would be no category any more.")
        return Named(data.rows_title, known, bool(data.row_names))


@learnt
class Named:
    """The names that were there; of rows without names, what stands in them. A row of another name has no value."""

    title: str
    keys: tuple[str, ...]
    named: bool
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        codes = {key: float(code) for code, key in enumerate(self.keys)}
        values = np.array([codes.get(key, np.nan) for key in _keys(data)])
        levels = self.keys if self.named else tuple(str(number) for number in range(1, len(self.keys) + 1))
        return beside(data, values.reshape(-1, 1), [Column(self.title, "categorical", levels)])


def _keys(data: Dataset) -> list[str]:
    """What a row is known by: its name, else what stands in it, as rows without names are numbered afresh."""
    return list(data.row_names) if data.row_names else [row.tobytes().hex() for row in data.X]
