"""Writing the points to a CSV file that `read_table` gives back: every bit of every number, and the classes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from engine.base.files import replaced
from engine.data.dataset import Column, Dataset


def write_csv(data: Dataset, path: str | Path) -> None:
    """Write the row names (if any), the features, and the target, with a header; a missing cell is empty.

    Texts are quoted and numbers are not, so that a class called 1 stays a class. What the file cannot say is that the
    last feature is no target: `read_table(path, roles={...})` does.
    """
    header, columns = [*data.feature_names], [_cells(data.X[:, j].tolist(), data.columns[j]) for j in range(data.d)]
    if data.row_names:
        header, columns = ["name", *header], [map(_quoted, data.row_names), *columns]
    if data.y is not None:
        header, columns = [*header, data.target_name], [*columns, _target(data)]
    lines = chain([",".join(map(_quoted, header))], map(",".join, zip(*columns, strict=True)))
    with replaced(path) as temporary, open(temporary, "w", encoding="utf-8", newline="") as file:
        # A line with nothing on it would not count as a row.
        file.writelines(f"{line or _quoted('')}\n" for line in lines)


def _cells(values: Iterable[float], column: Column) -> Iterable[str]:
    if column.levels:
        levels = list(map(_quoted, column.levels))
        return ("" if math.isnan(value) else levels[int(value)] for value in values)
    return map(_number, values)


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
