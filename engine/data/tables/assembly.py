"""From the columns of a raw table to a data set, with what was left out or changed in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted
from engine.data.dataset import Column, Dataset
from engine.data.tables.cells import Cells, number
from engine.data.tables.columns import Guess, scale_of
from engine.data.tables.sources import Table


@dataclass(frozen=True, eq=False)
class Planned:
    """A column with its place in the table, its cells, and what becomes of it."""

    place: int
    name: str
    cells: Cells
    guess: Guess


def assembled(
    table: Table, columns: Sequence[Planned], levels: Mapping[str, Sequence[str]], name: str
) -> tuple[Dataset, tuple[str, ...]]:
    """The data set of the planned columns, and what had to be left out."""
    features = [one for one in columns if one.guess.role == "feature"]
    text_only = len(columns) == 1 and columns[0].guess.kind != "numeric"
    if not features or text_only:
        raise Refusal(
            f"{table.file} has no feature to learn from in its {counted(len(columns), 'column')}: choose the delimiter "
            "if all cells stand in one column, or give a column the role feature."
        )
    target = next((one for one in columns if one.guess.role == "target"), None)
    names = next((one for one in columns if one.guess.role == "name"), None)
    coded = [_feature(one, table, levels) for one in features]
    X = np.empty((len(table.frame), len(features)), order="F")
    for j, (_, values) in enumerate(coded):
        X[:, j] = values
    y, classes = _target(target, table, levels) if target else (None, ())
    row_names = _row_names(names, table) if names else ()
    title = target.name if target else "class"
    data = Dataset(X, y, tuple(column for column, _ in coded), row_names, classes, title, name)
    return _without_gaps_in_target(data)


def _feature(one: Planned, table: Table, levels: Mapping[str, Sequence[str]]) -> tuple[Column, np.ndarray]:
    """A column of the data set and its values."""
    if one.guess.kind == "numeric":
        return Column(one.name), _numbers(one, table)
    names, codes = _levels(one, table, levels.get(one.name))
    return Column(one.name, one.guess.kind, names), np.where(codes < 0, np.nan, codes.astype(np.float64))


def _target(one: Planned, table: Table, levels: Mapping[str, Sequence[str]]) -> tuple[np.ndarray, tuple[str, ...]]:
    """Class codes and class names, or a real target and no names."""
    if one.guess.kind == "numeric":
        return _numbers(one, table), ()
    names, codes = _levels(one, table, levels.get(one.name))
    if not names:
        raise Refusal(f"Column {one.name} of {table.file} has no class in any row: choose another target.")
    return codes, names


def _numbers(one: Planned, table: Table) -> np.ndarray:
    """(n,) the column as numbers; refuses a text and an infinite value, naming the cell."""
    if one.cells.numbers is None:
        row = _first_text(one.cells, str(table.found["decimal"] or "."))
        raise Refusal(
            f"Row {row + 1}, column {one.name} of {table.file} is {table.text(one.place, row)!r}, and the column is to "
            "be numeric: mend the cell, or read the column as categorical."
        )
    infinite = np.isinf(one.cells.numbers)
    if infinite.any():
        row = int(np.argmax(infinite))
        raise Refusal(
            f"Row {row + 1}, column {one.name} of {table.file} is {table.text(one.place, row)!r}, which is infinite or "
            "too large for a number: mend the cell, or empty it to make it a missing one."
        )
    return one.cells.numbers


def _first_text(cells: Cells, decimal: str) -> int:
    """The first row that is neither missing nor a number."""
    codes = np.asarray(cells.codes)
    texts = [place for place, level in enumerate(cells.levels) if number(level, decimal) is None]
    return int(np.argmax(np.isin(codes, texts)))


def _levels(one: Planned, table: Table, order: Sequence[str] | None) -> tuple[tuple[str, ...], np.ndarray]:
    """The levels in order, and the (n,) code of each row, -1 where missing."""
    cells = one.cells if one.cells.codes is not None else table.cells(one.place, as_text=True)
    codes = np.asarray(cells.codes)
    if order is None:
        order = (scale_of(cells.levels) or cells.levels) if one.guess.kind == "ordinal" else cells.levels
    unknown = [place for place, level in enumerate(cells.levels) if level not in order]
    if unknown:
        row = int(np.argmax(codes == unknown[0]))
        raise Refusal(
            f"Row {row + 1}, column {one.name} of {table.file} is {cells.levels[unknown[0]]!r}, which is none of the "
            f"levels {', '.join(order)}: add the level, or mend the cell."
        )
    place = np.array([*(list(order).index(level) for level in cells.levels), -1], dtype=np.int64)
    return tuple(order), place[codes]


def _row_names(one: Planned, table: Table) -> tuple[str, ...]:
    """The names of the rows; a row without one has its number."""
    cells = one.cells if one.cells.codes is not None else table.cells(one.place, as_text=True)
    codes = np.asarray(cells.codes).tolist()
    return tuple(cells.levels[code] if code >= 0 else str(row + 1) for row, code in enumerate(codes))


def _without_gaps_in_target(data: Dataset) -> tuple[Dataset, tuple[str, ...]]:
    """A row without its real target teaches nothing and is left out; one without its class is kept."""
    if data.target != "real" or data.y is None or not np.isnan(data.y).any():
        return data, ()
    gaps = np.isnan(data.y)
    if gaps.all():
        raise Refusal(f"Column {data.target_name} has no value in any row: choose another target.")
    first = data.row_name(int(np.argmax(gaps)))
    count = int(gaps.sum())
    words = f"{counted(count, 'row')} without a value of {data.target_name} {_was(count)} left out, first row {first}."
    return data.subset(~gaps), (words,)


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


# -- in words ----------------------------------------------------------------------------------------------------------


def remarks(columns: Sequence[Planned]) -> list[str]:
    """What a person should know of the columns before using them."""
    told = [_mixed(one) or f"Column {one.name} {one.guess.words}." for one in columns if one.guess.words]
    used = [one for one in columns if one.guess.role in ("feature", "target")]
    told += [
        f"Column {one.name} has whole numbers beyond 9,007,199,254,740,992, which are rounded."
        for one in used if one.cells.rounded and one.guess.kind == "numeric"
    ]  # fmt: skip
    told += [words for one in used if not one.guess.words and (words := _mixed(one))]
    if len(columns) == 1:
        told.append(f"There is one column only, {columns[0].name}: if there should be more, choose another delimiter.")
    return told


def _mixed(one: Planned) -> str:
    """A column that is text only because of a few of its cells."""
    if one.guess.kind == "numeric" or one.cells.numbers is not None or one.cells.codes is None or one.cells.dates:
        return ""
    texts = [place for place, level in enumerate(one.cells.levels) if number(level) is None]
    strange = np.isin(one.cells.codes, texts)
    count = int(strange.sum())
    if not 0 < 2 * count < one.cells.n - one.cells.missing:
        return ""
    row = int(np.argmax(strange))
    fate = "left out" if one.guess.role == "skip" else f"read as {one.guess.kind}"
    return (
        f"Column {one.name} holds numbers, but {counted(count, 'cell is', 'cells are')} text, first "
        f"{one.cells.levels[one.cells.codes[row]]!r} in row {row + 1}: it is {fate}."
    )


def gaps(columns: Sequence[Planned]) -> list[str]:
    """How many cells are missing, and where."""
    holed = [one for one in columns if one.cells.missing and one.guess.role in ("feature", "target")]
    if not holed:
        return []
    most = ", ".join(f"{one.name} {one.cells.missing:,}" for one in sorted(holed, key=_fewest_gaps)[:5])
    count = sum(one.cells.missing for one in holed)
    return [f"{counted(count, 'cell is', 'cells are')} missing: {most}{', …' if len(holed) > 5 else ''}."]


def _fewest_gaps(one: Planned) -> tuple[int, int]:
    return -one.cells.missing, one.place
