"""What a step of preparation is, and what it learns.

A step is a record of its parameters, declared as an algorithm declares its own; `fit` looks at the training rows and
gives what it learnt, which prepares any rows. A step is told the places of the columns it is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, TypeVar, dataclass_transform, runtime_checkable

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import sealed, snapshot
from engine.data.dataset import IN_ITS_UNIT, Column, Dataset, Kind

T = TypeVar("T")

MARK = "__preparing__"
"""Where a class says what it is: a "step", or what is "learnt" by one."""


class Step(Protocol):
    """One entry of a preparation: its parameters are its fields."""

    NAME: ClassVar[str]
    """What it is called on the list: "Standardise"."""
    WORDS: ClassVar[str]
    """What it does to a value, in a sentence."""
    SUITS: ClassVar[tuple[Kind, ...]]
    """The kinds of column it is for."""
    ORDER: ClassVar[int]
    """Where it stands among the steps that are offered."""

    def fit(self, data: Dataset, places: Sequence[int]) -> Learnt:
        """What it learns from these rows about the columns at these places."""
        ...


class Learnt(Protocol):
    """What a step learnt: it prepares any rows of the same columns.

    It may also take rows `back`, and have a `picture` of its own and `stored` numbers (see `pictures`).
    """

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know of it."""
        ...

    def apply(self, data: Dataset) -> Dataset:
        """These rows prepared: columns may change, come and go, and rows may go."""
        ...


@dataclass_transform(frozen_default=True)
def step(cls: type[T]) -> type[T]:
    """A frozen record that is a step: its fields are declared as parameters are."""
    made = dataclass(frozen=True)(cls)
    setattr(made, MARK, "step")
    return made


@dataclass_transform(frozen_default=True)
def learnt(cls: type[T]) -> type[T]:
    """A snapshot of what a step learnt."""
    made = snapshot(cls)
    setattr(made, MARK, "learnt")
    setattr(made, "CALLED", "fitted step of the preparation")  # noqa: B010
    return made


@runtime_checkable
class Choosing(Protocol):
    """A step that by default is not for every column of its kinds."""

    def takes(self, data: Dataset, place: int) -> bool:
        """Whether it is for the column at this place by default."""
        ...


@runtime_checkable
class Leaving(Protocol):
    """What a step learnt that may leave rows out."""

    def stays(self, data: Dataset) -> np.ndarray:
        """(n,) which rows are left, in their order."""
        ...


@runtime_checkable
class Reversible(Protocol):
    """What a step learnt that can be taken back."""

    def back(self, data: Dataset) -> Dataset:
        """Prepared rows as they were before it."""
        ...


@runtime_checkable
class Deriving(Protocol):
    """What a step learnt that may set columns at the end, each computed from others of its row, which stay."""

    def sources(self) -> Sequence[tuple[str, ...]]:
        """Of which columns each of them is made, in their order; () where it sets none."""
        ...

    def derived(self, data: Dataset) -> np.ndarray:
        """(n, k) the values of them all, however large they are."""
        ...


def numbers(data: Dataset, place: int) -> np.ndarray:
    """(m,) the values of a column that are there; one without any is refused."""
    column = data.X[:, place]
    present: np.ndarray = column[~np.isnan(column)]
    if not len(present):
        raise Refusal(f"Column {data.columns[place].name} has no value in any training row: leave the column out.")
    return present


def found(data: Dataset, names: Sequence[str]) -> list[int]:
    """Where the columns of these names stand; one that is not there is refused by name."""
    places = {name: place for place, name in enumerate(data.feature_names)}
    if missing := [name for name in names if name not in places]:
        raise Refusal(f"The table has no column {missing[0]}, which the preparation needs.")
    return [places[name] for name in names]


def rewritten(data: Dataset, places: Sequence[int], values: np.ndarray, done: str | Sequence[str]) -> Dataset:
    """With other values in these columns; the columns remember what was done to them, all the same or each its own.

    A date that was scaled is a number: its unit has gone with the scale.
    """
    told, columns = [done] * len(places) if isinstance(done, str) else done, list(data.columns)
    for place, own in zip(places, told, strict=True):
        kind: Kind = "numeric" if columns[place].is_date and own not in IN_ITS_UNIT else columns[place].kind
        columns[place] = replace(columns[place], kind=kind, done=(*columns[place].done, own))
    return replaced(data, places, values).changed(columns=tuple(columns))


def replaced(data: Dataset, places: Sequence[int], values: np.ndarray) -> Dataset:
    """With other values (n, m) in the columns at these places."""
    X = np.array(data.X)
    X[:, list(places)] = values
    return data.changed(X=sealed(X))


def named(data: Dataset, places: Iterable[int]) -> tuple[str, ...]:
    """What the columns at these places are called."""
    return tuple(data.columns[place].name for place in places)


def beside(data: Dataset, values: np.ndarray, columns: Sequence[Column]) -> Dataset:
    """With more columns (n, m) at the end; a name that is taken gets a number."""
    taken, named = set(data.feature_names), []
    for column in columns:
        name, number = column.name, 2
        while name in taken:
            name, number = f"{column.name} {number}", number + 1
        taken.add(name)
        named.append(replace(column, name=name))
    return data.changed(X=sealed(np.hstack([data.X, values])), columns=(*data.columns, *named), image=None)


def without(data: Dataset, places: Sequence[int]) -> Dataset:
    """Without the columns at these places."""
    return data.select([place for place in range(data.d) if place not in set(places)])
