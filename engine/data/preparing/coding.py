"""Categories as numbers: a column of 0 and 1 for each level, or the rank of an ordered one.

one-hot   x_j = [v = v_j]          codes 1, 2, 3 would invent an order
ranks     x = 0, 1, 2, ...         comparing them means something, their differences do not
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice, flag, several
from engine.data.dataset import Column, Dataset, Kind
from engine.data.plane import LEVEL
from engine.data.preparing.level_pictures import Ladder, Unfolding
from engine.data.preparing.pictures import Picture
from engine.data.preparing.step import found, learnt, step

MOST_LEVELS = 500
"""A column of more levels is a name, not a category."""


@step
class OneHot:
    """A column of 0 and 1 for each level of a category."""

    NAME: ClassVar = "Code the categories"
    ORDER: ClassVar = 50
    SUITS: ClassVar[tuple[Kind, ...]] = ("categorical", "ordinal")
    WORDS: ClassVar = "Codes a category by a 1 in the column of its level: codes 1, 2, 3 would invent an order."

    drop_first: bool = flag(
        False, label="leave out the first",
        help="with a bias all columns of a category add up to a constant: without the first they do not",
    )  # fmt: skip

    def fit(self, data: Dataset, places: Sequence[int]) -> Unfolded:
        columns = [data.columns[place] for place in places]
        for column in columns:
            if len(column.levels) > MOST_LEVELS:
                raise Refusal(f"Column {column.name} has {len(column.levels):,} levels: make it the names, or drop it.")
        told = () if self.drop_first else (
            "The columns of a category add up to 1, as a bias does: leave out the first, or use a ridge.",
        )  # fmt: skip
        names, levels = tuple(column.name for column in columns), tuple(column.levels for column in columns)
        return Unfolded(names, levels, self.drop_first, told)


@learnt
class Unfolded:
    """The levels known for each column. A row whose level is not among them, or is missing, has 0 in all of them."""

    names: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    drop_first: bool
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        """The new columns stand where the old one stood."""
        known = dict(zip(found(data, self.names), self.levels, strict=True))
        columns: list[Column] = []
        parts: list[np.ndarray] = []
        for place, column in enumerate(data.columns):
            values = data.X[:, [place]]
            if place not in known:
                columns.append(column)
                parts.append(values)
                continue
            shown = range(int(self.drop_first), len(known[place]))
            columns += [Column(f"{column.name}{LEVEL}{known[place][code]}") for code in shown]
            parts.append((values == np.array(list(shown))).astype(float))
        return data.changed(X=np.hstack(parts), columns=tuple(columns), image=None)

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The column unfolding."""
        levels, at = self.levels[self.names.index(name)], before.columns[before.feature_names.index(name)]
        seen = _levels_of(before, name, levels)
        here = (before.row_name(row), int(seen[row])) if row is not None else ("", -1)
        return (Unfolding(at.title, levels, _counts(seen, len(levels)), not self.drop_first, *here),)


@step
class Ordinal:
    """The levels of a category in an order, and coded by their rank."""

    NAME: ClassVar = "Rank the levels"
    ORDER: ClassVar = 51
    SUITS: ClassVar[tuple[Kind, ...]] = ("categorical", "ordinal")
    WORDS: ClassVar = "Codes ordered levels 0, 1, 2, …: comparing them means something, their differences do not."

    order: str = choice(
        "as listed", ("as listed", "by name", "by mean target", "by ranks"), label="in the order",
        help="in which the levels are listed, of their names, of the mean target of training rows, or your own",
    )  # fmt: skip
    ranks: tuple[float, ...] = several(
        label="ranks", when=("order", ("by ranks",)),
        help="a number for each level as they are listed, such as 2 0 1: the least comes first, those without one last",
    )  # fmt: skip

    def fit(self, data: Dataset, places: Sequence[int]) -> Ordered:
        columns = [data.columns[place] for place in places]
        orders = (np.argsort(self._keys(data, place), kind="stable") for place in places)
        levels = tuple(tuple(column.levels[i] for i in order) for column, order in zip(columns, orders, strict=True))
        return Ordered(tuple(column.name for column in columns), levels)

    def _keys(self, data: Dataset, place: int) -> np.ndarray:
        """What the levels of a column are sorted by."""
        levels = data.columns[place].levels
        if self.order == "as listed":
            return np.arange(len(levels))
        if self.order == "by ranks":
            return np.array([*self.ranks, *(np.inf for _ in levels)])[: len(levels)]
        if self.order == "by name":
            return np.array(levels)
        if data.y is None:
            raise Refusal("The data has no target: order the levels as they are listed, or by name.")
        rows = [data.y[data.X[:, place] == code] for code in range(len(levels))]
        return np.array([float(np.mean(own)) if len(own) else np.inf for own in rows])


@learnt
class Ordered:
    """The levels of each column, the lowest first."""

    names: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        X, columns = np.array(data.X), list(data.columns)
        for place, levels in zip(found(data, self.names), self.levels, strict=True):
            rank = {level: float(code) for code, level in enumerate(levels)}
            table = np.array([*(rank.get(level, np.nan) for level in columns[place].levels), np.nan])
            codes = np.where(np.isnan(X[:, place]), len(table) - 1, X[:, place]).astype(np.intp)
            X[:, place] = table[codes]
            columns[place] = replace(columns[place], kind="ordinal", levels=levels)
        return data.changed(X=X, columns=tuple(columns))

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The ladder."""
        levels, at = self.levels[self.names.index(name)], before.columns[before.feature_names.index(name)]
        seen = _levels_of(before, name, levels)
        here = (before.row_name(row), int(seen[row])) if row is not None else ("", -1)
        return (Ladder(at.title, levels, _counts(seen, len(levels)), *here),)


def _levels_of(data: Dataset, name: str, levels: Sequence[str]) -> np.ndarray:
    """(n,) which of these levels each row has, −1 for none."""
    place = data.feature_names.index(name)
    code = {level: i for i, level in enumerate(levels)}
    table = np.array([*(code.get(level, -1) for level in data.columns[place].levels), -1])
    values = data.X[:, place]
    return table[np.where(np.isnan(values), len(table) - 1, values).astype(np.intp)]


def _counts(seen: np.ndarray, levels: int) -> tuple[int, ...]:
    return tuple(np.bincount(seen[seen >= 0], minlength=levels).tolist())
