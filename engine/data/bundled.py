"""The data sets that come with the program; `resources/datasets/index.json` says where each is from."""

from __future__ import annotations

import csv
import json
import math
from functools import cache
from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.files import RESOURCES
from engine.base.words import quoted
from engine.data.dataset import Column, Dataset

FOLDER = RESOURCES / "datasets"


@cache
def bundled() -> dict[str, dict[str, Any]]:
    """The index: title, description, source and licence of every bundled data set by its key."""
    index = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
    return {entry["key"]: entry for entry in index["datasets"]}


def title_of(name: str) -> str:
    """What people call a data set: the title of one that comes with the program or is generated, else its own name.

    >>> title_of("gate_and"), title_of("moons"), title_of("my points")
    ('AND gate', 'Two moons', 'my points')
    """
    if name in bundled():
        return str(bundled()[name]["title"])
    from engine.data.toys import TOYS  # what is generated is seldom asked about, and takes long to import

    return TOYS[name].title if name in TOYS else name


@cache
def load(name: str) -> Dataset:
    """A bundled data set by its key: `engine.load("iris")`."""
    if name not in bundled():
        raise Refusal(f"There is no bundled data set {quoted(name)}. There are: {', '.join(bundled())}.")
    entry = bundled()[name]
    with open(FOLDER / entry["file"], encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    aside = {entry["target"], entry["row_names"]}
    features = [j for j, title in enumerate(header) if title not in aside]
    columns = tuple(_column(header[j], entry["kinds"].get(header[j]), [row[j] for row in rows]) for j in features)
    X = np.array([[_cell(row[j], column) for j, column in zip(features, columns, strict=True)] for row in rows])
    classes = tuple(entry.get("classes", ()))
    y = None
    if entry["target"] is not None:
        answers = [row[header.index(entry["target"])] for row in rows]
        y = np.array([classes.index(answer) for answer in answers] if classes else answers, dtype=float)
    names = tuple(row[header.index(entry["row_names"])] for row in rows) if entry["row_names"] else ()
    image = tuple(entry["image"]) if "image" in entry else None
    made = Dataset(X, y, columns, names, classes, entry["target"] or "class", name, image)
    return made.changed(rows_title=entry["row_names"]) if names else made


def _column(title: str, kind: dict[str, Any] | None, cells: list[str]) -> Column:
    """A column as the index says; of texts the levels are those that occur."""
    if kind is None:
        return Column(title)
    if "levels" in kind:
        return Column(title, kind["kind"], tuple(kind["levels"]))
    from engine.data.tables.cells import in_order  # reading tables costs time, and a window opens without

    return Column(title, kind["kind"], in_order({*cells} - {""}))


def _cell(text: str, column: Column) -> float:
    if text == "":
        return math.nan
    return float(column.levels.index(text)) if column.levels else float(text)
