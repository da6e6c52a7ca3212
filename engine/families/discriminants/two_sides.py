"""Two sides at a time: the two-class problems that a scheme is made of, and the lines they begin with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.data.dataset import Dataset
from engine.models.basis import Basis
from engine.models.linear import Hyperplane
from engine.models.scheme import Scheme

REST = -1
"""The other side of a problem of one class against all the rest."""


def untrained(pairs: Sequence[tuple[int, int]], data: Dataset, basis: Basis | None) -> Scheme:
    """The scheme of these (positive, negative) problems before any of them is trained: all weights 0."""
    size = data.d if basis is None else basis.n_functions
    lines = tuple(Hyperplane(np.zeros(size), 0.0, (negative, positive), basis) for positive, negative in pairs)
    positive, negative = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True))
    return Scheme(lines, positive, negative, np.array(data.classes_present))


def lines_of(scheme: Scheme) -> tuple[Hyperplane, ...]:
    """Those of its two-class models that are lines."""
    return tuple(one for one in scheme.binaries if isinstance(one, Hyperplane))


def beginning(start: Scheme | None, blank: Scheme) -> Scheme:
    """The start's lines if it tells the same classes apart by the same functions, else none yet."""
    if start is None or len(lines_of(start)) < len(start.binaries):
        return blank
    if len(lines_of(start)[0].weights) != len(lines_of(blank)[0].weights):
        return blank
    same = np.array_equal(start.positive, blank.positive) and np.array_equal(start.negative, blank.negative)
    return replace(blank, binaries=start.binaries) if same else blank


def concerned(table: Dataset, positive: int, negative: int) -> np.ndarray:
    """(n,) whether a two-class problem is about a row: it is of one of the two classes, or there is a rest."""
    return np.ones(table.n, dtype=bool) if negative == REST else np.isin(table.codes, (positive, negative))


def other_side(negative: int, data: Dataset) -> str:
    """The side < 0 of a problem in words."""
    return "the rest" if negative == REST else data.class_name(negative)


def two_sided(table: Dataset, positive: int, negative: int) -> Dataset:
    """The rows of a two-class problem, coded 1 for the positive class and 0 for the other side."""
    other = "the rest" if negative == REST else table.class_name(negative)
    rows = concerned(table, positive, negative)
    some = table if rows.all() else table.subset(rows)
    codes = (some.codes == positive).astype(np.int64)
    return some.changed(y=codes, class_names=(other, table.class_name(positive)))
