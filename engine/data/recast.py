"""Another kind or role for a column of a table that is open already: each function gives a new data set.

A column is meant by its place: 0, ..., d - 1 are the features, d is the target. What cannot be is refused in words;
names, gaps and the other columns stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted, listed, quoted, short
from engine.data.dataset import IN_DAYS, NUMBERS, TEXT, Column, Dataset, Kind
from engine.data.tables.cells import number
from engine.data.tables.columns import FEW, Role, scale_of
from engine.data.tables.moments import date_of

MOST_LEVELS = 100
"""A column with more different values than this is not made of categories."""


def column_at(data: Dataset, place: int) -> Column:
    """The column at a place; the target is categories or numbers."""
    if place < data.d:
        return data.columns[place]
    kind: Kind = "categorical" if data.class_names else "numeric"
    return Column(data.target_name, kind, data.class_names)


def with_kind(data: Dataset, place: int, kind: Kind) -> Dataset:
    """With the values of a column meant as numbers, as levels in order or as categories.   (DP1)"""
    if place == data.d and kind == "ordinal":
        raise Refusal("A target is a class or a number: make it a feature first to put its levels in order.")
    if place == data.d and kind == TEXT:
        raise Refusal("A target is a class or a number: make it a feature first to read it as texts.")
    if place == data.d and kind == "date":
        raise Refusal("A target is a class or a number: make it a feature first to read it as dates.")
    return _with_column(data, place, *_recast(_values(data, place), column_at(data, place), kind))


def with_levels(data: Dataset, place: int, levels: Sequence[str]) -> Dataset:
    """With the levels of a column, or the classes, in this order."""
    column = column_at(data, place)
    if sorted(levels) != sorted(column.levels):
        raise Refusal(f"The levels of {short(column.name)} are {listed(column.levels)}: name each of them once.")
    codes = np.array([levels.index(level) for level in column.levels], dtype=np.float64)
    made = Column(column.name, column.kind, tuple(levels), column.done)
    return _with_column(data, place, _looked_up(_values(data, place), codes), made)


def with_positive(data: Dataset, code: int) -> Dataset:
    """With the class of this code as the positive one: it changes places with the other that occurs, also in colour."""
    if len(data.classes_present) != 2 or code not in data.classes_present:
        there = counted(len(data.classes_present), "class", "classes")
        raise Refusal(f"A positive class is one of two that occur, and {there} of the data occur: keep two.")
    low, high = data.classes_present
    if code == high:
        return data
    names = list(data.class_names)
    names[low], names[high] = names[high], names[low]
    return with_levels(data, data.d, names)


def with_role(data: Dataset, place: int, role: Role) -> Dataset:
    """With a column used as a feature, the target or the names of the rows, or left out."""
    if role == "target":
        return data if place == data.d else with_target(data, place)
    if role == "feature":
        return data if place < data.d else without_target(data)
    named = (
        data if role == "skip" else data.changed(row_names=_names(data, place), rows_title=column_at(data, place).name)
    )
    return _without(named, place)


def with_target(data: Dataset, place: int) -> Dataset:
    """With a feature as the target; what was the target stands in its place.

    Few whole numbers that come again are classes. A row without a number to predict teaches nothing and goes.
    """
    values, column = data.X[:, place], data.columns[place]
    if column.kind == "numeric" and _like_codes(values):
        values, column = _recast(values, column, "categorical")
    if column.is_text:
        values, column = _recast(values, column, "categorical")
    if column.is_date:  # what is predicted is a number
        values, column = _recast(values, column, "numeric")
    if data.y is None:
        bare = _without(data, place)
    else:
        bare = _with_column(data, place, _values(data, data.d), _freely_named(data, place))
    return _with_column(bare.changed(y=np.zeros(data.n), class_names=()), bare.d, values, column)


def without_target(data: Dataset) -> Dataset:
    """With the target as one more feature, the last."""
    if data.y is None:
        raise Refusal("The table has no target column.")
    X = np.column_stack([data.X, _values(data, data.d)])
    columns = (*data.columns, _freely_named(data, data.d))
    return data.changed(X=X, y=None, class_names=(), columns=columns, image=None)


def with_names_as_feature(data: Dataset) -> Dataset:
    """With the names of the rows as one more feature, the last: numbers if all of them are."""
    levels = tuple(dict.fromkeys(data.row_names))
    codes = {level: float(code) for code, level in enumerate(levels)}
    values = np.array([codes[name] for name in data.row_names])
    column = Column(_free(data.feature_names, data.rows_title), "categorical", levels)
    if all(number(level) is not None for level in levels):
        values, column = _recast(values, column, "numeric")
    _check_count(column)
    X = np.column_stack([data.X, values])
    return data.changed(X=X, columns=(*data.columns, column), row_names=(), image=None)


# -- from one kind to another ------------------------------------------------------------------------------------------


def _recast(values: np.ndarray, column: Column, kind: Kind) -> tuple[np.ndarray, Column]:
    """The cells of a column as another kind, and that column."""
    if kind == column.kind:
        return values, column
    if kind == "date" or (kind == "numeric" and column.is_date):
        return _dated(values, column) if kind == "date" else (values, replace(column, kind=kind, name=_in_days(column)))
    if kind == "numeric":
        return _looked_up(values, _numbers(column)), Column(column.name, kind, (), column.done)
    if column.kind in NUMBERS:
        there = np.unique(values[~np.isnan(values)])
        made = Column(column.name, kind, tuple(_written(value, column) for value in there.tolist()), column.done)
        _check_count(made, len(there))
        return np.where(np.isnan(values), np.nan, np.searchsorted(there, values).astype(np.float64)), made
    if column.is_text:
        _check_count(column)
    levels = _ordered(column.levels) if kind == "ordinal" else column.levels
    place = {level: code for code, level in enumerate(levels)}
    codes = np.array([place[level] for level in column.levels], dtype=np.float64)
    return _looked_up(values, codes), Column(column.name, kind, levels, column.done)


def _dated(values: np.ndarray, column: Column) -> tuple[np.ndarray, Column]:
    """The cells of a column as dates: levels that are dates, or numbers whose column says that they are such days."""
    if column.kind == "numeric":
        if not column.name.endswith(IN_DAYS):
            why = f"nothing says of which day: {quoted(IN_DAYS.strip())} at the end of its name would."
            raise Refusal(f"Column {short(column.name)} holds numbers and no dates, and {why}")
        return values, replace(column, kind="date", name=column.name.removesuffix(IN_DAYS))
    days = [date_of(level) for level in column.levels]
    if None in days:
        text = quoted(column.levels[days.index(None)])
        words = f"Column {short(column.name)} cannot be dates: its level {text} is none that can be read in one way"
        raise Refusal(f"{words}, as 2024-03-17 can.")
    return _looked_up(values, np.array(days, dtype=np.float64)), Column(column.name, "date", (), column.done)


def _in_days(column: Column) -> str:
    """The name of a column of dates where these are numbers: without it, the day would be unknown."""
    return f"{column.name}{IN_DAYS}"


def _numbers(column: Column) -> np.ndarray:
    """The number that each level is; one that is none is named."""
    numbers = [number(level.replace("−", "-")) for level in column.levels]
    if None in numbers:
        text = quoted(column.levels[numbers.index(None)])
        raise Refusal(f"Column {short(column.name)} cannot be numbers: its level {text} is none.")
    return np.array(numbers, dtype=np.float64)


def _ordered(levels: tuple[str, ...]) -> tuple[str, ...]:
    """The levels as a well-known scale has them, or by the numbers that they are, or as they stand."""
    numbers = [number(level) for level in levels]
    if None not in numbers:
        return tuple(level for _, level in sorted(zip(numbers, levels, strict=True)))
    return scale_of(levels) or levels


def _looked_up(codes: np.ndarray, table: np.ndarray) -> np.ndarray:
    """The entry of each code in a table; a gap stays one."""
    gaps = np.isnan(codes)
    return np.append(table, np.nan)[np.where(gaps, len(table), codes).astype(np.intp)]


def _written(value: float, column: Column) -> str:
    """A value of a column as the name of a level: a date, or a number that reads back as exactly this one."""
    if column.is_date:
        return column.text(value)
    return repr(value + 0.0).removesuffix(".0")


def _like_codes(values: np.ndarray) -> bool:
    """Whether numbers look like class codes: few, whole, and coming again."""
    there = values[~np.isnan(values)]
    distinct = len(np.unique(there))
    return bool((there == np.round(there)).all()) and 0 < distinct <= FEW and 2 * distinct <= len(there)


def _check_count(column: Column, count: int = 0) -> None:
    many = count or len(column.levels)
    if many > MOST_LEVELS:
        raise Refusal(
            f"Column {short(column.name)} has {many:,} different values, and more than {MOST_LEVELS} are no "
            "categories: bin its numbers in the preparation, or leave it out."
        )


# -- into the table ----------------------------------------------------------------------------------------------------


def _values(data: Dataset, place: int) -> np.ndarray:
    """(n,) the numbers or codes at a place, NaN where missing."""
    if place < data.d:
        return data.X[:, place]
    if data.y is None:
        raise Refusal("The table has no target column.")
    return np.where(data.y < 0, np.nan, data.y) if data.class_names else data.y


def _with_column(data: Dataset, place: int, values: np.ndarray, column: Column) -> Dataset:
    """With other values and another column at a place."""
    if place < data.d:
        X = np.array(data.X)
        X[:, place] = values
        columns = (*data.columns[:place], column, *data.columns[place + 1 :])
        return data.changed(X=X, columns=columns)
    gaps = np.isnan(values)
    if gaps.all():
        raise Refusal(f"Column {short(column.name)} has no value in any row: choose another target.")
    if column.levels:
        codes = np.where(gaps, -1, values).astype(np.int64)
        return data.changed(y=codes, class_names=column.levels, target_name=column.name)
    return data.changed(y=values, class_names=(), target_name=column.name).subset(~gaps)


def _without(data: Dataset, place: int) -> Dataset:
    if place == data.d:
        return data.changed(y=None, class_names=())
    if data.d == 1:
        raise Refusal(f"{short(data.columns[0].name)} is the only feature: make another column a feature first.")
    return data.select([j for j in range(data.d) if j != place])


def _names(data: Dataset, place: int) -> tuple[str, ...]:
    """The names of the rows that a column gives; a row without one has its number."""
    column, values = column_at(data, place), _values(data, place).tolist()
    texts = column.levels or [_written(value, column) for value in values]
    codes = values if column.levels else range(data.n)
    pairs = zip(values, codes, strict=True)
    return tuple(
        str(row + 1) if value != value else texts[int(code)]  # NaN alone is not itself
        for row, (value, code) in enumerate(pairs)
    )


def _freely_named(data: Dataset, place: int) -> Column:
    """The target as a feature, under a name that no other feature but the one at `place` has."""
    target, names = column_at(data, data.d), [name for j, name in enumerate(data.feature_names) if j != place]
    return Column(_free(names, target.name), target.kind, target.levels)


def _free(taken: Sequence[str], name: str) -> str:
    numbers = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(one for one in numbers if one not in taken)
