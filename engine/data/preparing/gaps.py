"""Gaps: filled with what is typical of the training rows, marked in a column of their own, or their rows left out.

numeric      the mean or the median;    ordinal  the middle of the sorted levels
categorical  the most frequent level (ties: the first), or a level of its own, "missing"
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice, flag
from engine.base.words import counted
from engine.data.dataset import NUMBERS, Column, Dataset, Kind
from engine.data.preparing.looking import change, gap_map
from engine.data.preparing.pictures import Picture
from engine.data.preparing.step import beside, found, learnt, named, step

OWN = "missing"
"""The level of its own that stands for a gap."""


@step
class Fill:
    """Every gap filled."""

    NAME: ClassVar = "Fill the gaps"
    ORDER: ClassVar = 0
    SUITS: ClassVar[tuple[Kind, ...]] = (*NUMBERS, "ordinal", "categorical")
    WORDS: ClassVar = "Fills every gap with what is typical of its column. Ask why the values are missing."

    numeric: str = choice("mean", ("mean", "median"), label="numbers", help="with the mean or the median")
    categorical: str = choice(
        "most frequent", ("most frequent", "own level"), label="categories",
        help="with the most frequent level, or with a level of its own",
    )  # fmt: skip
    indicator: bool = flag(False, label="mark them", help="a column more for each that has gaps: whether it had one")

    def fit(self, data: Dataset, places: Sequence[int]) -> Filled:
        fill, gaps = np.zeros(len(places)), np.zeros(len(places), dtype=bool)
        for i, place in enumerate(places):
            present = data.X[:, place][~np.isnan(data.X[:, place])]
            gaps[i] = len(present) < data.n
            fill[i] = self._typical(present, data.columns[place])
        names = named(data, places)
        return Filled(names, fill, gaps & self.indicator, _told(data, places))

    def _typical(self, present: np.ndarray, column: Column) -> float:
        """What a gap of the column is filled with."""
        if column.kind == "categorical" and self.categorical == "own level":
            return float(len(column.levels))
        if not len(present):
            raise Refusal(f"Column {column.name} has no value in any training row to fill with: leave the column out.")
        if column.kind == "categorical":
            return float(np.argmax(np.bincount(present.astype(np.int64))))
        if column.kind == "ordinal":
            return float(np.sort(present)[(len(present) - 1) // 2])
        return float(present.mean() if self.numeric == "mean" else np.median(present))


@learnt
class Filled:
    """What fills the gaps of each column, and which columns get one beside them that marks the gaps.   (m,) both"""

    names: tuple[str, ...]
    fill: np.ndarray
    marked: np.ndarray
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        places = found(data, self.names)
        values, columns = data.X[:, places], list(data.columns)
        for place, fill in zip(places, self.fill, strict=True):
            if columns[place].levels and fill == len(columns[place].levels):
                columns[place] = with_own_level(columns[place])
        X = np.array(data.X)
        X[:, places] = np.where(np.isnan(values), self.fill, values)
        filled = data.changed(X=X, columns=tuple(columns))
        marks = [Column(f"{self.names[i]} {OWN}", "categorical", ("no", "yes")) for i in np.flatnonzero(self.marked)]
        return beside(filled, self.derived(data), marks) if marks else filled

    def sources(self) -> list[tuple[str, ...]]:
        return [(self.names[i],) for i in np.flatnonzero(self.marked)]

    def derived(self, data: Dataset) -> np.ndarray:
        return np.asarray(np.isnan(data.X[:, found(data, self.names)])[:, self.marked], dtype=float)

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        return (("fill", self.fill[self.names.index(name)]),)

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The map of the gaps with the filled ones marked, and the column before and after."""
        columns = (after.columns[after.feature_names.index(one)] for one in self.names)
        fills = {column.name: column.text(fill) for column, fill in zip(columns, self.fill, strict=True)}
        return (gap_map(before, fills), *change(before, after, name))


@step
class DropIncomplete:
    """Every row with a gap left out."""

    NAME: ClassVar = "Drop rows with gaps"
    ORDER: ClassVar = 1
    SUITS: ClassVar[tuple[Kind, ...]] = (*NUMBERS, "ordinal", "categorical")
    WORDS: ClassVar = "Leaves out every row with a gap: honest, and wasteful."

    def fit(self, data: Dataset, places: Sequence[int]) -> Complete:
        made = Complete(named(data, places))
        if data.n and not made.apply(data).n:
            raise Refusal("Every row has a gap, so no row would be left: fill the gaps, or leave out the worst column.")
        return replace(made, warnings=_told(data, places))


@learnt
class Complete:
    """Rows without a gap in these columns stay; one whose class is missing goes too."""

    names: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    def stays(self, data: Dataset) -> np.ndarray:
        """(n,) which rows are left."""
        gap = np.isnan(data.X[:, found(data, self.names)]).any(axis=1)
        if data.target == "class":
            gap = gap | (data.codes < 0)
        return np.asarray(~gap)

    def apply(self, data: Dataset) -> Dataset:
        return data.subset(self.stays(data))

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The map of the gaps, and the column before and after."""
        return (gap_map(before, {}), *change(before, after, name))


def with_own_level(column: Column) -> Column:
    """The column with a level more, for gaps."""
    name = OWN
    while name in column.levels:
        name += " value"
    return replace(column, levels=(*column.levels, name))


def _told(data: Dataset, places: Sequence[int]) -> tuple[str, ...]:
    """How many gaps there are, and where."""
    counts = np.isnan(data.X[:, list(places)]).sum(axis=0)
    return tuple(
        f"Column {data.columns[place].name} has {counted(int(count), 'gap')} in the training rows."
        for place, count in zip(places, counts, strict=True) if count
    )  # fmt: skip
