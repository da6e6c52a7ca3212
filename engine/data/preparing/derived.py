"""Which features of a prepared table follow from others of it, and what they are where those are known.

A step that sets columns beside others says of which they are made (`Deriving`). What a later step did to both is
taken back for the others and done again, so a product of columns that were standardised afterwards is that product.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeGuard

import numpy as np

from engine.base.snapshot import sealed, snapshot
from engine.data.dataset import Column, Dataset
from engine.data.preparing.step import Deriving, Learnt, Reversible

LARGEST = 1e100
"""What is computed for places ever so far out is no larger: its square must be a number."""
STRETCH = 131_072
"""So many numbers are completed at a time: they stay in the cache."""
Table = tuple[Column, ...]
Roots = Mapping[str, frozenset[str] | None]
"""Of which columns each is made in the end; None where that cannot be known."""


@snapshot
class Derived:
    """Features of a prepared table that are computed from others of it, row by row.

    features (k,)  where they stand, ascending;   sources  for each of them, where those stand that it is made of
    learnt   the steps from the first that derives anything;   tables  the columns before each, and after the last
    """

    features: np.ndarray
    sources: tuple[tuple[int, ...], ...]
    learnt: tuple[Learnt, ...]
    tables: tuple[Table, ...]

    @classmethod
    def of(cls, given: Table, learnt: Sequence[Learnt]) -> Derived | None:
        """What these steps derive of a table with the columns `given`; None where there is nothing of that kind."""
        first = next((place for place, one in enumerate(learnt) if derives(one)), None)
        if first is None:
            return None
        tables, steps = _tables(given, learnt)[first:], tuple(learnt[first:])
        at, roots = {column.name: place for place, column in enumerate(tables[-1])}, _roots(steps, tables)
        begun = {column.name for column in tables[0]}
        made = {at[name]: of for name, of in roots.items() if of is not None and name not in begun}
        sources = tuple(tuple(sorted(at[name] for name in made[place])) for place in sorted(made))
        return cls(np.array(sorted(made), dtype=np.intp), sources, steps, tables) if made else None

    def beside(self, shown: Sequence[int]) -> Derived | None:
        """Those that follow where the features `shown` have any values at all; None if there are none.

        A feature that is shown follows from nothing, and what it is made of is not known, unless it is shown too.
        """
        pairs = list(zip(self.features.tolist(), self.sources, strict=True))
        unknown = {source for feature, sources in pairs if feature in shown for source in sources} - set(shown)
        kept = [(feature, of) for feature, of in pairs if feature not in shown and not unknown.intersection(of)]
        features = np.array([feature for feature, _ in kept], dtype=np.intp)
        return replace(self, features=features, sources=tuple(of for _, of in kept)) if kept else None

    def completed(self, X: np.ndarray) -> np.ndarray:
        """(m, d) the rows X of the prepared table with these features as they follow from the others."""
        rows, size = np.array(X), max(STRETCH // X.shape[1], 1)
        with np.errstate(all="ignore"):
            for first in range(0, len(rows), size):
                part = rows[first : first + size]
                found = self._again(np.clip(part, -LARGEST, LARGEST))[:, self.features].clip(-LARGEST, LARGEST)
                part[:, self.features] = np.where(np.isnan(found), 0.0, found)
        return rows

    def _again(self, X: np.ndarray) -> np.ndarray:
        """(m, d) what the steps make again of what was before them."""
        table = Dataset(X, columns=self.tables[-1])
        for one, before in zip(reversed(self.learnt), self.tables[-2::-1], strict=True):
            table = _undone(one, table, before)
        for one, after in zip(self.learnt, self.tables[1:], strict=True):
            table = _done(one, table, after)
        return table.X


def derives(one: Learnt) -> TypeGuard[Deriving]:
    """Whether what a step learnt sets columns beside others that are made of them."""
    return isinstance(one, Deriving) and bool(one.sources())


def _tables(given: Table, learnt: Sequence[Learnt]) -> tuple[Table, ...]:
    """The columns before each step, and after the last."""
    table = Dataset(np.zeros((0, len(given))), columns=given)
    tables = [table.columns]
    for one in learnt:
        table = one.apply(table)
        tables.append(table.columns)
    return tuple(tables)


def _roots(learnt: Sequence[Learnt], tables: Sequence[Table]) -> Roots:
    """For each column after the last step, of which columns before the first it is made: such as are known by it."""
    known = {column.name for column in tables[-1]}
    for one, before, after in zip(reversed(learnt), tables[-2::-1], tables[:0:-1], strict=True):
        known &= _left(one, before, after)
    roots: Roots = {column.name: frozenset({column.name}) if column.name in known else None for column in tables[0]}
    for one, before, after in zip(learnt, tables[:-1], tables[1:], strict=True):
        there = {column.name for column in before}
        fresh = [column.name for column in after if column.name not in there]
        made: Roots = dict(zip(fresh, _joined(one, roots), strict=True)) if derives(one) else {}
        roots = {column.name: roots.get(column.name, made.get(column.name)) for column in after}
    return roots


def _left(one: Learnt, before: Table, after: Table) -> set[str]:
    """The columns that are after a step what they were, or can be taken back: one remembers what was done to it."""
    stayed, names = set(before) & set(after), {column.name for column in after}
    taken_back = isinstance(one, Reversible)
    return {column.name for column in before if column in stayed or (taken_back and column.name in names)}


def _joined(one: Deriving, roots: Roots) -> list[frozenset[str] | None]:
    """Of which columns each that a step derives is made in the end."""
    parts = ([roots[name] for name in sources] for sources in one.sources())
    return [None if None in of else frozenset[str]().union(*filter(None, of)) for of in parts]


def _undone(one: Learnt, table: Dataset, before: Table) -> Dataset:
    """The table before a step; a column of which that cannot be known has gaps."""
    if isinstance(one, Reversible):
        return one.back(table).changed(columns=before)
    return _carried(table, before)


def _done(one: Learnt, table: Dataset, after: Table) -> Dataset:
    """The table after a step, which leaves no row out and refuses none, however far out it is."""
    if derives(one):
        values = np.clip(one.derived(table), -LARGEST, LARGEST)
        return table.changed(X=sealed(np.hstack([table.X, values])), columns=after)
    if {column.name for column in after} - set(table.feature_names):
        return _carried(table, after)
    made = one.apply(table)
    return made if made.n == table.n else _carried(table, after)


def _carried(table: Dataset, columns: Table) -> Dataset:
    """The columns of a table that are among others, and gaps in those that it has not, or has otherwise."""
    at, X = {column: place for place, column in enumerate(table.columns)}, np.full((table.n, len(columns)), np.nan)
    there = [place for place, column in enumerate(columns) if column in at]
    X[:, there] = table.X[:, [at[columns[place]] for place in there]]
    return table.changed(X=sealed(X), columns=columns)
