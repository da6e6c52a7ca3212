"""Whether arrows, colours and highlights follow from the step.

- An arrow begins at a point: one that is drawn, a row, a mean, a vector of the step, or the origin. It does not lead
  against a vector of the step, unless to such a point or along another vector;
  one that is called "−∇f" does.
- A bar, a row or a column that is chosen is the greatest or the least of what is drawn or kept, the last one, or its
  number is a whole number of the step or its parameters, or it stands for a row that is, or for the class of one.
- Bars and rows that are lit are those that the step flags, lists, or counts from the first one on.
- Points in the colours of the classes, at rows, have the class of the row, or the answer of the model.

What follows in another way has an oracle in `PLACED` beside the algorithm's own tests, under the name of the surface
and what is looked at, and is held to it at every step. For points, curves and segments it is the role, and
gives where they stand, for segments the starts beside the ends; for bars it is "bars", or "line" for what is drawn
over them, and gives their heights:

    PLACED = {
        "Importance: chosen": lambda step, data, params: len(step.rises) - 1,
        "Map: axis": lambda step, data, params: np.hstack([starts, ends]),
    }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import numpy as np

from engine.base.snapshot import fields_of
from engine.core.algorithm import Algorithm
from engine.core.marks import Bars, Curve, Mark, Matrix, Points, Segments
from engine.data.dataset import Dataset
from tests.contract.grounds import kept
from tests.contract.homes import ROOT, own_test
from tests.contract.mark_positions import drawn_points, row_points

Oracles = Mapping[str, Callable[[Any, Dataset, Any], Any]]

NEAR = 1e-6
"""How far off, relative to the ends of an arrow, still counts as there."""
FEW = 4
"""A list of so many rows at most tells which the step is about."""
SLICED = 40
"""Of vectors with so many entries at most every two are a place in a picture of two."""
TIED = 1e-9
"""How far from the greatest, relative to it, rounding puts what is as great."""
SINGLE = (int, float, np.number)
PARALLEL = 1 - 1e-9
"""So near to 1 the cosine of two directions is that are the same."""


def placed_by(algorithm: Algorithm) -> Oracles:
    """What the file of its tests declares."""
    test = own_test(algorithm)
    if not test.exists():
        return {}
    return getattr(import_module(".".join(test.relative_to(ROOT).with_suffix("").parts)), "PLACED", {})


def check_placed(marks: Sequence[Mark], step: Any, data: Dataset, params: Any, oracles: Oracles) -> set[str]:
    """Hold every mark to the step; which oracles were asked."""
    looked = Looked(step, data, params)
    asked: set[str] = set()
    drawn: dict[str, list[np.ndarray]] = {}
    for mark in marks:
        there = mark.surface.name
        for what, value in _highlights(mark):
            key = f"{there}: {what}"
            if key in oracles:
                asked.add(key)
                right = oracles[key](step, data, params)
                assert np.array_equal(value, right), f"{key} is {value}, and should be {right}"
            else:
                assert looked.allows(mark, what, value), f"{key} is {value}, which the step does not say"
        for what, places in _places_of(mark):
            if f"{there}: {what}" in oracles:
                drawn.setdefault(f"{there}: {what}", []).append(places)
            elif isinstance(mark, Segments) and mark.arrows:
                looked.check_arrows(mark, [one for one in marks if one.surface.name == there])
    for key, places in drawn.items():
        right = np.asarray(oracles[key](step, data, params), dtype=float)
        found = np.concatenate(places)
        close = found.shape == right.shape and np.allclose(
            found, right, rtol=NEAR, atol=NEAR * np.abs(right).max(initial=0.0)
        )
        assert close, f"{key} stand at {found.tolist()}, and should at {right.tolist()}"
    return asked | set(drawn)


def _highlights(mark: Mark) -> Iterator[tuple[str, Any]]:
    """What of a mark is chosen or lit, and the colours of classes."""
    if isinstance(mark, Bars) and mark.chosen is not None:
        yield "chosen", mark.chosen
    if isinstance(mark, Matrix) and mark.chosen_row is not None:
        yield "chosen row", mark.chosen_row
    if isinstance(mark, Matrix) and mark.chosen_column is not None:
        yield "chosen column", mark.chosen_column
    if isinstance(mark, (Bars, Matrix)) and mark.lit is not None:
        yield "lit", mark.lit
    if isinstance(mark, Points) and mark.names and mark.groups is not None and mark.rows is not None:
        yield "groups", mark.groups


def _places_of(mark: Mark) -> Iterator[tuple[str, np.ndarray]]:
    """What of a mark an oracle may give, and what is drawn of it."""
    if isinstance(mark, (Points, Curve)):
        yield mark.role, mark.positions
    if isinstance(mark, Segments):
        yield mark.role, np.hstack([mark.starts, mark.ends])
    if isinstance(mark, Bars):
        yield "bars", mark.values
        if mark.line is not None:
            yield "line", mark.line


class Looked:
    """What a step and its data hold that a mark may follow from."""

    def __init__(self, step: Any, data: Dataset, params: Any) -> None:
        self.step, self.data = step, data
        values = list(kept(step))
        single = [value for value in (*values, *(one for _, one in fields_of(params))) if isinstance(value, SINGLE)]
        self.whole = {int(value) for value in single if float(value).is_integer()}
        arrays = [np.asarray(value) for value in values if np.ndim(value) > 0]
        self.arrays = [array for array in arrays if array.dtype.kind in "fiub" and array.size]
        listed = [array.ravel().tolist() for array in self.arrays if array.dtype.kind in "iu" and array.size <= FEW]
        self.rows = [row for row in self.whole.union(*listed) if 0 <= row < data.n]

    def allows(self, mark: Any, what: str, value: Any) -> bool:
        """Whether a highlight follows from the step."""
        if what == "groups":
            return self._are_classes(mark)
        if what == "lit":
            return self._is_lit(np.asarray(value))
        values = np.asarray(mark.values, dtype=float)
        axis = int(what == "chosen column")
        if what == "chosen row" and mark.rows is not None and len(mark.rows) == len(values):
            held = int(mark.rows[value]) in self.rows
        else:
            names = [self.data.row_name(row) for row in self.rows]
            held = value in self.whole or (isinstance(mark, Bars) and mark.labels[value] in names)
        of_rows = self.data.codes[self.rows].tolist() if self.data.class_names else []
        last = value == values.shape[axis] - 1
        return held or last or value in of_rows or value in self._extremes(values, axis)

    def _are_classes(self, mark: Points) -> bool:
        assert mark.rows is not None
        if tuple(mark.names) != self.data.class_names:
            return True  # groups of another kind
        said = [self.data.codes]
        for name in ("predict", "assign"):
            with suppress(Exception):  # a model that answers no rows of this table
                said.append(np.asarray(getattr(self.step.model, name)(self.data.X)))
        said += [array for array in self.arrays if array.shape == (self.data.n,)]
        return any(np.array_equal(one[mark.rows], mark.groups) for one in said)

    def _is_lit(self, lit: np.ndarray) -> bool:
        there = set(np.flatnonzero(lit).tolist())
        flags = [array for array in self.arrays if array.shape == lit.shape]
        counts = self.whole | {length for array in self.arrays for length in array.shape}
        return (
            there <= self.whole
            or (there == set(range(len(there))) and len(there) in counts)
            or any(np.array_equal(lit, flag > 0) or np.array_equal(lit, flag == flag.max()) for flag in flags)
            or any(set(array.ravel().tolist()) == there for array in self.arrays if array.dtype.kind in "iu")
        )

    def _extremes(self, values: np.ndarray, axis: int) -> set[int]:
        """Where what is drawn, or an array with as many entries along an axis, is greatest or least."""
        size, found = values.shape[axis], set[int]()
        if values.ndim == 2 and values.shape[0] == values.shape[1]:  # of a table of pairs those of one with itself not
            values = np.where(np.eye(size, dtype=bool), np.nan, values)
        for array in (values, *(one for one in self.arrays if size in one.shape)):
            for along in (place for place, length in enumerate(array.shape) if length == size):
                lines = np.moveaxis(array, along, 0).reshape(size, -1).astype(float)
                for line in (*(lines.T if lines.shape[1] <= size else ()), np.nansum(np.abs(lines), axis=1)):
                    known = np.abs(line) if np.isfinite(line).any() else np.zeros(size)
                    for one in (line if np.isfinite(line).any() else known, known):
                        near = TIED * np.nanmax(np.abs(one))
                        found |= {*np.flatnonzero(one >= np.nanmax(one) - near)}
                        found |= {*np.flatnonzero(one <= np.nanmin(one) + near)}
        return found

    def check_arrows(self, mark: Segments, together: Sequence[Mark]) -> None:
        width = mark.starts.shape[1]
        vectors = np.vstack([np.empty((0, width)), *self._vectors(width)])
        single = np.vstack([np.zeros((1, width)), *(array for array in self.arrays if array.shape == (width,))])
        curves = [one.positions for one in together if isinstance(one, Curve)]
        points = np.vstack([drawn_points(together, width), np.zeros((1, width)), vectors, *curves])
        if mark.surface.kind == "plane":
            points = np.vstack([points, row_points(self.data)])
        sign = -1 if any(label.startswith("−") for label in mark.labels) else 1  # −∇f leads against ∇f
        for start, end in zip(mark.starts, mark.ends, strict=True):
            near = NEAR * max(np.abs(start).max(), np.abs(end).max(), 1e-300)
            begins, leads = ((np.abs(points - place) <= near).all(axis=1).any() for place in (start, end))
            assert begins, f"{mark.surface.name}: an arrow begins at {start}, where nothing is"
            against = (_cosines(single, sign * (start - end)) >= PARALLEL).any()
            against &= not (leads or (_cosines(vectors, sign * (end - start)) >= PARALLEL).any())
            assert not against, (
                f"{mark.surface.name}: an arrow from {start} to {end} leads against a vector of the step"
            )

    def _vectors(self, width: int) -> Iterator[np.ndarray]:
        """The rows of its arrays, and the columns of its matrices, with so many entries."""
        for array in self.arrays:
            if array.ndim in (1, 2) and array.shape[-1] == width:
                yield array.reshape(-1, width).astype(float)
            if array.ndim == 2 and len(array) == width:
                yield array.T.astype(float)
            if width == 2 and array.ndim == 1 and 2 < array.size <= SLICED:  # a picture of two of many weights
                yield np.stack(np.meshgrid(array, array), axis=-1).reshape(-1, 2).astype(float)


def _cosines(vectors: np.ndarray, along: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(along)
    return np.asarray(vectors @ along / np.where(lengths > 0, lengths, np.inf))
