"""From planned columns to a data set, with what was left out in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted, short
from engine.data.dataset import NUMBERS, TEXT, Column, Dataset
from engine.data.tables.planning import Planned


def assembled(
    columns: Sequence[Planned], name: str, file: str, declared: bool = False
) -> tuple[Dataset, tuple[str, ...]]:
    """The data set of the planned columns, and what had to be left out; a column that cannot be read is refused.

    A single column of words is one only if it is `declared` to be, or holds texts.
    """
    features = [one for one in columns if one.guess.role == "feature"]
    text_only = len(columns) == 1 and not declared and columns[0].guess.kind not in (*NUMBERS, TEXT)
    if not features or text_only:
        raise Refusal(
            f"{file} has no feature to learn from in its {counted(len(columns), 'column')}: choose the delimiter "
            "if all cells stand in one column, or give a column the role feature."
        )
    target = next((one for one in columns if one.guess.role == "target"), None)
    names = next((one for one in columns if one.guess.role == "name"), None)
    for one in (*features, *([target] if target else [])):
        if one.fault:
            raise Refusal(one.fault)
    X = np.empty((columns[0].cells.n, len(features)))
    for j, one in enumerate(features):
        X[:, j] = _values(one)
    y, classes = _target(target) if target else (None, ())
    names_taken = {one.name for one in columns}
    titles = {one.name: one.name if one.title in names_taken else one.title for one in columns}
    described = tuple(Column(titles[one.name], one.guess.kind, one.levels) for one in features)
    title = titles[target.name] if target else "class"
    data = Dataset(X, y, described, _row_names(names) if names else (), classes, title, name)
    data = data.changed(rows_title=names.name) if names else data
    return _without_gaps_in_target(data)


def _values(one: Planned) -> np.ndarray:
    """(n,) the numbers of a column, or the codes of its levels; NaN where missing."""
    if one.guess.kind in NUMBERS:
        return np.asarray(one.cells.numbers)
    codes = _codes(one)
    return np.where(codes < 0, np.nan, codes.astype(np.float64))


def _target(one: Planned) -> tuple[np.ndarray, tuple[str, ...]]:
    """Class codes and class names, or a real target and no names."""
    return (np.asarray(one.cells.numbers), ()) if one.guess.kind == "numeric" else (_codes(one), one.levels)


def _codes(one: Planned) -> np.ndarray:
    """(n,) the place of each cell among the levels in their order, -1 where missing."""
    known = {level: code for code, level in enumerate(one.levels)}
    place = np.array([*(known[level] for level in one.cells.levels), -1], dtype=np.int64)
    return np.asarray(place[np.asarray(one.cells.codes)])


def _row_names(one: Planned) -> tuple[str, ...]:
    """The names of the rows; a row without one has its number."""
    codes = np.asarray(one.cells.codes).tolist()
    return tuple(one.cells.levels[code] if code >= 0 else str(row + 1) for row, code in enumerate(codes))


def _without_gaps_in_target(data: Dataset) -> tuple[Dataset, tuple[str, ...]]:
    """A row without its real target teaches nothing and is left out; one without its class is kept."""
    if data.target != "real" or data.y is None or not np.isnan(data.y).any():
        return data, ()
    gaps = np.isnan(data.y)
    if gaps.all():
        raise Refusal(f"Column {short(data.target_name)} has no value in any row: choose another target.")
    first = short(data.row_name(int(np.argmax(gaps))))
    count = int(gaps.sum())
    without = f"{counted(count, 'row')} without a value of {short(data.target_name)}"
    words = f"{without} {_was(count)} left out, first row {first}."
    return data.subset(~gaps).changed(numbers=None), (words,)  # a table that is opened has lost no row yet


def _was(count: int) -> str:
    return "was" if count == 1 else "were"
