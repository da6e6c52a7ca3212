"""The data of a lesson: bundled, a toy, points, a table beside it; and edits of it, as a person would make them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import listed, quoted, short
from engine.data.bundled import load
from engine.data.dataset import Column, Dataset
from engine.export.recipe import data_from_json

SOURCES = ("bundled", "toy", "points", "table", "dataset")


def source(content: Any, folder: Path) -> Dataset:
    """Bundled data, a toy, points, a table in the folder of the lesson, or a whole data set as a session has it."""
    if not isinstance(content, Mapping):
        raise Refusal("A lesson needs data: bundled, a toy, points, or a table.")
    if "bundled" in content:
        known(content, {"bundled", "features"}, "Bundled data")
        return _selected(load(str(content["bundled"])), content.get("features"))
    if "toy" in content:
        known(content, {"toy", "seed", "params"}, "A toy")
        seed, params = content.get("seed", 0), content.get("params", {})
        if not is_whole(seed) or not isinstance(params, Mapping):
            raise Refusal("A toy has a seed, a whole number from 0 on, and parameters.")
        from engine.data.toys import generate  # few lessons want what takes long to import

        return generate(str(content["toy"]), seed, **params)
    if "table" in content:
        known(content, {"table", "target"}, "A table")
        return _table_beside(folder, content["table"], content.get("target"))
    if "dataset" in content:
        known(content, {"dataset"}, "A data set")
        return data_from_json(content["dataset"])
    known(content, {"points", "classes", "features"}, "Data")
    return _points(content)


def _table_beside(folder: Path, name: Any, target: Any) -> Dataset:
    """A table in the folder of the lesson, and nowhere else: a lesson comes from strangers too."""
    from engine.data.tables.reading import TableWarning, read_table  # pandas is slow to import

    plain = isinstance(name, str) and name == PurePosixPath(name).name == PureWindowsPath(name).name
    if not plain or not (target is None or isinstance(target, str)):
        raise Refusal('A table is named by its file beside the lesson, such as "flowers.csv", and its target column.')
    if not (folder / name).is_file():
        raise Refusal(f"The table {short(name)} is missing: put it into the folder of the lesson.")
    with warnings.catch_warnings():  # what was left out of a table is said where tables are opened
        warnings.simplefilter("ignore", TableWarning)
        return read_table(folder / name, target=target)


def _selected(data: Dataset, features: Any) -> Dataset:
    if features is None:
        return data
    if not isinstance(features, list) or not features or not set(features) <= set(data.feature_names):
        raise Refusal(f"The features must be some of: {listed(data.feature_names)}.")
    return data.select([data.feature_names.index(name) for name in features])


def _points(content: Mapping[str, Any]) -> Dataset:
    """Points from rows of numbers, of which the last is the class if there are classes."""
    classes, rows = content.get("classes", []), content.get("points")
    names = content.get("features", [])
    if not all(isinstance(part, list) for part in (classes, rows, names)) or not rows:
        raise Refusal("Points need rows of numbers, and their classes a list of names.")
    if not all(isinstance(name, str) for name in (*classes, *names)):
        raise Refusal("The names of classes and features must be text.")
    table = _table(rows, len(rows[0]) if isinstance(rows[0], list) else 0)
    columns = tuple(Column(name) for name in names)
    if not classes:
        return Dataset(table, columns=columns)
    return Dataset(table[:, :-1], table[:, -1], columns, class_names=tuple(classes))


def edited(data: Dataset, edit: Any, folder: Path) -> Dataset:
    """Other data, or this data with columns chosen, then points added, moved and removed, in this order."""
    if not isinstance(edit, Mapping) or set(SOURCES) & edit.keys():
        return source(edit, folder)
    known(edit, {"features", "add", "move", "remove"}, "An edit of the data")
    data = _selected(data, edit.get("features"))
    labels = int(data.target is not None)
    if "add" in edit:
        added = _table(edit["add"], data.d + labels)
        data = data.with_rows(added[:, : data.d], added[:, -1] if labels else None)
    if "move" in edit:
        moved = _table(edit["move"], 1 + data.d)
        data = data.with_values(_rows(moved[:, 0].tolist(), data), moved[:, 1:])
    return data.without_rows(_rows(edit["remove"], data)) if "remove" in edit else data


def _table(rows: Any, width: int) -> np.ndarray:
    """(m, width) numbers."""
    whole = isinstance(rows, list) and rows and all(isinstance(row, list) and len(row) == width for row in rows)
    if not whole or not width or not all(is_finite(value) for row in rows for value in row):
        raise Refusal("Each row of points must hold the same count of finite numbers.")
    return np.array(rows, dtype=float)


def _rows(rows: Any, data: Dataset) -> list[int]:
    if not isinstance(rows, list) or not all(is_finite(row) and row == int(row) and 0 <= row < data.n for row in rows):
        raise Refusal(f"A row is a whole number from 0 to {data.n - 1}.")
    return [int(row) for row in rows]


# -- checks, here and in the rest of a lesson --------------------------------------------------------------------------


def known(content: Mapping[str, Any], names: set[str], what: str) -> None:
    """Refuse a name that means nothing, such as a misspelt one."""
    if unknown := sorted(set(content) - names):
        raise Refusal(f"{what} has no {quoted(unknown[0])}; it may have: {', '.join(sorted(names))}.")


def is_whole(value: Any) -> bool:
    """A whole number from 0 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_finite(value: Any) -> bool:
    """A finite number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
