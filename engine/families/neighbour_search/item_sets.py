"""Rows as sets of attributes: a column of 0 and 1 is one that a row has or has not, a column of levels one for each."""

from __future__ import annotations

import numpy as np

from engine.base.errors import KeepColumns, Objection, OtherMethod, Prepare
from engine.base.words import short
from engine.data.dataset import Dataset
from engine.models.fingerprints import Items


def items(data: Dataset) -> Items:
    """The attributes of a table that `sparse` lets pass, column by column."""
    found = [
        (f"{column.name} = {level}" if column.levels else column.name, j, code)
        for j, column in enumerate(data.columns)
        for code, level in (enumerate(column.levels) if column.levels else ((1, ""),))
    ]
    names, columns, values = zip(*found, strict=True)
    tops = np.array([max(len(column.levels) - 1, 0) if column.levels else 1 for column in data.columns])
    return Items(names, np.array(columns), np.array(values), tops)


def rows_as_sets(data: Dataset) -> np.ndarray:
    """(n, m) which attributes each row has; kept, because a drag asks for them at every move."""
    return data.cached("rows as sets", lambda: items(data).of(data.X))


def sparse(data: Dataset) -> str:
    """Every column has levels, or only 0 and 1: attributes that a row has or has not."""
    yes_or_no = ((data.X == 0) | (data.X == 1)).all(axis=0).tolist()
    fits = [bool(column.levels) or fit for column, fit in zip(data.columns, yes_or_no, strict=True)]
    if all(fits):
        return ""
    name = short(data.columns[fits.index(False)].name)
    kept = tuple(j for j, fit in enumerate(fits) if fit)
    words = f"It needs attributes that a row has or has not, and {name} is a number: bin the numbers."
    return Objection(words, Prepare("Bin"), *([KeepColumns(kept)] if kept else []), OtherMethod())
