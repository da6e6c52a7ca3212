"""Writing the points to a CSV file that `read_table` gives back: every bit of every number, dates
to the millisecond, and the classes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from engine.base.dates import DAYS, iso_texts
from engine.base.files import replaced
from engine.data.dataset import TEXT, Column, Dataset, Kind
from engine.data.tables.cells import Cells, in_order, understood
from engine.data.tables.columns import UNNAMED, Role, column_guesses, scale_of
from engine.data.tables.marks import MISSING, PLAIN, Understood, is_amount
from engine.data.tables.naming import unique
from engine.data.tables.orange import is_prefixed, lines_of


def write_csv(data: Dataset, path: str | Path, plain: bool = False) -> None:
    """Write the row names (if any), the features, and the target, with a header; a missing cell is empty.

    plain   only the names stand above the rows, as any other program expects it; else:

    Texts are quoted and numbers are not, so that a class called 1 stays a class. Where the file would be taken for
    something else, the names say what the columns are as in Orange: `D#zip` is a category, `cC#price` the target.
    Where levels or classes have an order that is neither theirs by name nor that of a well-known scale, two lines under
    the names list them in it, also as in Orange.
    """
    header, columns = [*data.feature_names], [_cells(data.X[:, j].tolist(), data.columns[j]) for j in range(data.d)]
    if data.row_names:
        header, columns = [_rows_title(data), *header], [map(_quoted, data.row_names), *columns]
    if data.y is not None:
        header, columns = [*header, data.target_name], [*columns, _target(data)]
    clear = plain or _speaks_for_itself(data, header)
    ranked = not clear and any(column.kind in ("ordinal", TEXT) for column in data.columns)  # a prefix cannot say it
    under = _listed(data, header) if not plain and (ranked or _orders(data)) else None
    if under is None and not clear:
        header = [before + name for before, name in zip(_before(data), header, strict=True)]
    above = [",".join(map(_quoted, line)) for line in (header, *(under or []))]
    lines = chain(above, map(",".join, zip(*columns, strict=True)))
    with replaced(path) as temporary, open(temporary, "w", encoding="utf-8", newline="") as file:
        # A line with nothing on it would not count as a row.
        file.writelines(f"{line or _quoted('')}\n" for line in lines)


def _orders(data: Dataset) -> bool:
    """Whether an order would be lost: of ordered levels, of other levels, or of the classes that occur."""
    classes = [data.class_names[code] for code in data.classes_present]
    if classes != list(in_order(set(classes))):
        return True
    return any(one.levels != _usual(one) for one in data.columns)


def _usual(column: Column) -> Sequence[str] | None:
    """The order in which the levels of a column would be read; that of texts tells nothing."""
    if column.is_text:
        return column.levels
    return scale_of(column.levels) if column.kind == "ordinal" else in_order(set(column.levels))


def _listed(data: Dataset, header: Sequence[str]) -> list[list[str]] | None:
    """The lines of types and flags, with the levels in their order; None where they would be taken for rows."""
    columns: list[tuple[Kind, Sequence[str], Role]] = [(one.kind, one.levels, "feature") for one in data.columns]
    if data.row_names:
        columns = [("categorical", (), "name"), *columns]
    if data.y is not None:
        columns.append(("categorical" if data.class_names else "numeric", data.class_names, "target"))
    under = lines_of(columns)
    texts = {text for one in data.columns for text in one.levels} | {*data.class_names, *data.row_names}
    mistaken = under is None or not texts.isdisjoint(under[0]) or list(unique(list(header))[0]) != list(header)
    return None if mistaken else under


def _rows_title(data: Dataset) -> str:
    """What the column of the names of the rows is called; another column may have taken that."""
    return UNNAMED if data.rows_title in (*data.feature_names, data.target_name) else data.rows_title


def _before(data: Dataset) -> list[str]:
    """What Orange writes before each name."""
    own = ["D#" if column.levels else "T#" if column.is_date else "C#" for column in data.columns]
    target = [] if data.y is None else ["cC#" if data.target == "real" else "cD#"]
    return [*(["mS#"] if data.row_names else []), *own, *target]


def _speaks_for_itself(data: Dataset, header: Sequence[str]) -> bool:
    """Whether what is guessed of the plain file is what the data are."""
    held: list[Cells] = []
    meant: list[str] = []
    if data.row_names:
        numbers = {name: place for place, name in enumerate(dict.fromkeys(data.row_names))}
        held.append(Cells(None, np.array([numbers[name] for name in data.row_names]), tuple(numbers)))
        meant.append("categorical name")
    for j, column in enumerate(data.columns):
        held.append(_as_read(data.X[:, j], column.levels, Understood((), DAYS, DAYS) if column.is_date else None))
        meant.append(f"{column.kind} feature")
    if data.y is not None:
        held.append(_as_read(np.where(data.y < 0, np.nan, data.y) if data.class_names else data.y, data.class_names))
        meant.append(f"{'categorical' if data.target == 'class' else 'numeric'} target")
    only_texts = all(one.numbers is None for one in held)
    if any(is_prefixed(name) for name in header) or (only_texts and _misleading(header, held)):
        return False
    if any("," in level and is_amount(level) for one in held for level in one.levels):
        return False
    names = unique(list(header))[0]
    return [f"{one.kind} {one.role}" for one in column_guesses(names, held)] == meant


def _as_read(values: np.ndarray, levels: Sequence[str], said: Understood | None = None) -> Cells:
    """A column as it is found in the file."""
    if not levels:
        return Cells(np.asarray(values, dtype=np.float64), said=said)
    used = np.unique(values[~np.isnan(values)]).astype(np.int64)
    place = np.full(len(levels) + 1, -1)
    place[used] = np.arange(len(used))
    codes = place[np.where(np.isnan(values), len(levels), values).astype(np.int64)]
    return Cells(None, codes, tuple(levels[code] for code in used))


def _misleading(header: Sequence[str], held: Sequence[Cells]) -> bool:
    """Whether a file in which everything is in quotes would be taken for numbers, or its names for a row."""
    levels = {level for one in held for level in one.levels}
    if len(header) == 1:
        return True
    named = any(is_amount(name) or name.casefold() in MISSING or name in levels for name in header)
    return named or any(one.levels and understood(one.levels, PLAIN) is not None for one in held)


def _cells(values: Iterable[float], column: Column) -> Iterable[str]:
    if column.levels:
        levels = list(map(_quoted, column.levels))
        return ("" if math.isnan(value) else levels[int(value)] for value in values)
    return iso_texts([*values]) if column.is_date else map(_number, values)


def _target(data: Dataset) -> Iterable[str]:
    values = data.y.tolist() if data.y is not None else []
    if data.target == "real":
        return map(_number, values)
    names = list(map(_quoted, data.class_names))
    return (names[code] if code >= 0 else "" for code in values)


def _number(value: float) -> str:
    """The shortest text that reads back as exactly this number."""
    return "" if math.isnan(value) else repr(value)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
