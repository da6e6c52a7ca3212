"""Preparing the columns: gaps filled or rows left out, scales made alike. A preparation is fitted to some rows and can
be applied to others, so that nothing leaks from the rows that judge.

    prepared = standardised(data)
    prepared.data, prepared.words              # the new data set, and a sentence for the undo list
    prepared.apply(X), prepared.invert(Z)      # the same columns of other rows, and back
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.data.dataset import Column, Dataset

OWN = "missing"
"""The level of its own that stands for a gap."""

Numeric = Literal["mean", "median"]
Categorical = Literal["most frequent", "own level"]
_Fit = Callable[[np.ndarray], tuple[float, float]]


@snapshot
class Prepared:
    """A prepared data set and what was fitted, column by column: z = (x − shift) / scale, a gap becomes `fill`.

    shift, scale, fill  (d,); fill is NaN where gaps stay;   words  what was done;   warnings  what to know of it
    """

    data: Dataset
    words: str
    shift: np.ndarray
    scale: np.ndarray
    fill: np.ndarray
    warnings: tuple[str, ...] = ()

    def apply(self, X: np.ndarray) -> np.ndarray:
        """(m, d) other rows X (m, d) prepared with what was fitted to the first ones."""
        table = _table(X, len(self.shift))
        changed = (table - self.shift) / self.scale
        return np.where(np.isnan(changed), self.fill, changed)

    def invert(self, Z: np.ndarray) -> np.ndarray:
        """(m, d) the rows that `apply` makes Z of; a filled gap stays filled, a constant column gets its constant."""
        back: np.ndarray = _table(Z, len(self.shift)) * self.scale + self.shift
        return back


def drop_incomplete_rows(data: Dataset) -> Prepared:
    """Leave out every row with a missing cell, or without a class."""
    gap = np.isnan(data.X).any(axis=1)
    if data.target == "class":
        gap = gap | (data.codes < 0)
    if data.n and gap.all():
        raise Refusal("Every row has a gap, so no row would be left: fill the gaps, or leave out the emptiest column.")
    kept = data.subset(~gap)
    return _unscaled(kept, f"drop {counted(int(gap.sum()), 'incomplete row')}")


def fill_missing(data: Dataset, numeric: Numeric = "mean", categorical: Categorical = "most frequent") -> Prepared:
    """Fill every gap: in a numeric column by its mean or median, in an ordinal one by the middle of its
    sorted cells, in a categorical one by its most frequent level (ties: the first) or one of its own, "missing".
    """
    if numeric not in ("mean", "median") or categorical not in ("most frequent", "own level"):
        raise Refusal(f"Fill by mean or median, and the most frequent or own level, not {numeric}, {categorical}.")
    columns, fill = list(data.columns), np.zeros(data.d)
    for j, column in enumerate(data.columns):
        present = data.X[:, j][~np.isnan(data.X[:, j])]
        if column.kind == "categorical" and categorical == "own level" and len(present) < data.n:
            columns[j], fill[j] = _with_own_level(column)
        elif not len(present):
            raise Refusal(f"Column {column.name} has no value in any row to fill with: leave the column out.")
        else:
            fill[j] = _typical(present, column, numeric)
    filled = data.changed(X=np.where(np.isnan(data.X), fill, data.X), columns=tuple(columns))
    words = f"fill {counted(data.missing_count, 'missing cell')} with the {_policy(data, numeric, categorical)}"
    return replace(_unscaled(filled, words), fill=fill)


def standardised(data: Dataset) -> Prepared:
    """Every numeric column with mean 0 and standard deviation 1 (divisor n): z = (x − mean) / s."""
    return _scaled(data, "standardise", _mean_and_deviation)


def min_max(data: Dataset) -> Prepared:
    """Every numeric column from 0 to 1: z = (x − min) / (max − min)."""
    return _scaled(data, "scale to 0…1", _low_and_range)


def from_training_rows(prepare: Callable[[Dataset], Prepared], data: Dataset, train: np.ndarray) -> Prepared:
    """A preparation of every row that is fitted to the rows `train` only: nothing leaks from those that judge.

    Its `data` are all rows of `data`, each prepared with what the training rows gave.   (DP15)
    """
    fitted = prepare(data.subset(train))
    return replace(fitted, data=data.changed(X=fitted.apply(data.X), columns=fitted.data.columns))


def _scaled(data: Dataset, words: str, fit: _Fit) -> Prepared:
    shift, scale, constant = np.zeros(data.d), np.ones(data.d), []
    numeric = [j for j, column in enumerate(data.columns) if column.kind == "numeric"]
    if not numeric:
        raise Refusal("No column is numeric, so there is nothing to scale.")
    for j in numeric:
        present = data.X[:, j][~np.isnan(data.X[:, j])]
        if not len(present):
            continue
        shift[j], scale[j] = fit(present)
        if not np.isfinite(scale[j]):
            raise Refusal(f"The values of column {data.columns[j].name} are too far apart for a number: rescale it.")
        if scale[j] == 0 or present.min() == present.max():
            shift[j], scale[j] = present[0], 1.0
            constant.append(data.columns[j].name)
    warnings = tuple(f"Column {name} is constant, and is 0 everywhere now." for name in constant)
    made = Prepared(data, f"{words} {counted(len(numeric), 'column')}", shift, scale, np.full(data.d, np.nan), warnings)
    return replace(made, data=data.changed(X=made.apply(data.X)))


def _mean_and_deviation(values: np.ndarray) -> tuple[float, float]:
    """The mean and the standard deviation with divisor n; scaled on the way so that no square overflows."""
    size = float(np.max(np.abs(values))) or 1.0
    size = size if size > 1e100 or size < 1e-100 else 1.0
    scaled = values / size
    return float(scaled.mean() * size), float(scaled.std() * size)


def _low_and_range(values: np.ndarray) -> tuple[float, float]:
    with np.errstate(over="ignore"):
        return float(values.min()), float(values.max() - values.min())


def _typical(present: np.ndarray, column: Column, numeric: Numeric) -> float:
    """What a gap of the column is filled with."""
    if column.kind == "categorical":
        return float(np.argmax(np.bincount(present.astype(np.int64))))
    if column.kind == "ordinal":
        return float(np.sort(present)[(len(present) - 1) // 2])
    return float(present.mean() if numeric == "mean" else np.median(present))


def _with_own_level(column: Column) -> tuple[Column, float]:
    """The column with a level for gaps, and its code."""
    name = OWN
    while name in column.levels:
        name += " value"
    return replace(column, levels=(*column.levels, name)), float(len(column.levels))


def _policy(data: Dataset, numeric: Numeric, categorical: Categorical) -> str:
    kinds = {data.columns[j].kind for j in data.missing_cells[:, 1]}
    level = "most frequent level" if categorical == "most frequent" else f'level "{OWN}"'
    said = {"numeric": f"{numeric} of the column", "ordinal": "middle level", "categorical": level}
    return ", ".join(said[kind] for kind in ("numeric", "ordinal", "categorical") if kind in kinds) or said["numeric"]


def _unscaled(data: Dataset, words: str) -> Prepared:
    return Prepared(data, words, np.zeros(data.d), np.ones(data.d), np.full(data.d, np.nan))


def _table(X: np.ndarray, d: int) -> np.ndarray:
    table = np.atleast_2d(np.asarray(X, dtype=float))
    if table.shape[1] != d:
        raise Refusal(f"The preparation was fitted to {counted(d, 'column')}, and the rows have {table.shape[1]}.")
    return table
