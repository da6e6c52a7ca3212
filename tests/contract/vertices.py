"""Whether the vertices of curves and the heights of bars beside the plane are numbers that the step holds.

A curve with dots shows that its vertices count. Each of its two coordinates is, whole and in order,

- a line of an array that the step, the parameters or the data hold, a field of the records that they list, or an
  answer of the model, or the eigenvalues of a matrix;
- its root, square, logarithm, shares, running sum or running mean, also from the greatest on;
- a count in even steps from 0 or from 1 on; or
- a number of the learning curve, at the steps up to this one.

So are the heights of bars and of the line over them; but these may also be entries of one such line, as the largest of
many are, or each a number or a cell that is told; of bars that stand on bases it may be so of their tops. What follows
in another way has an oracle in `PLACED` (`placed.py`): of a curve under its role, of bars under "bars" and "line".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import is_dataclass
from typing import Any

import numpy as np

from engine.base.snapshot import fields_of
from engine.core.marks import Bars, Curve, Mark
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.contract.grounds import kept, members
from tests.contract.runs import Run

NEAR = 1e-7
"""How far off, of the greatest, a number may be: the same sum added up in another order."""
WIDE = 200
"""Of arrays with more lines none is looked at."""
DEEP = 4
"""So far inside each other the lists of records are looked through."""
SINGLE = (int, float, np.number)


def check_vertices(run: Run, index: int, oracles: Mapping[str, Any]) -> int:
    """Hold the curves with dots and the bars beside the plane to a step of a run; how many were looked at."""
    marks = [mark for mark in run.marks(index) if mark.surface.kind == "chart" and _is_told(mark)]
    if not marks:
        return 0
    held = Held(run.steps[index], run.data, run.params, run.story(index), run.measured[: index + 1])
    return sum(held.check(mark, oracles) for mark in marks)


def _is_told(mark: Mark) -> bool:
    return isinstance(mark, Bars) or (isinstance(mark, Curve) and mark.dots)


class Held:
    """What a step, its story and the steps before it hold that a curve or bars may show."""

    def __init__(
        self, step: Any, data: Dataset, params: Any, story: Story, measured: Sequence[Mapping[str, float]]
    ) -> None:
        records = (step, params)
        arrays = [np.asarray(one, dtype=float) for record in records for one in kept(record) if np.ndim(one) > 0]
        arrays += [one for record in records for one in listed(record)] + [data.X]
        arrays += [data.y] if data.y is not None else []
        arrays += answers(getattr(step, "model", None), data)
        self.arrays = [array for array in (*arrays, *map(spectrum, arrays)) if array.size]
        self.measured = [np.array([one.get(name, np.nan) for one in measured]) for name in measured[-1]]
        singles = [float(value) for record in records for value in kept(record) if np.ndim(value) == 0]
        self._found: dict[int, np.ndarray] = {}
        self.single = np.array([*singles, *told_in(story)])

    def check(self, mark: Mark, oracles: Mapping[str, Any]) -> int:
        """Hold a curve with dots, or bars, to what is held; how many of their coordinates were looked at."""
        there, looked_at = mark.surface.name, 0
        for what, axis, values in _coordinates(mark):
            if f"{there}: {what}" not in oracles:
                told = self.as_line(values) or (counts(values) if axis else self.as_entries(values))
                if isinstance(mark, Bars) and mark.bases is not None and not told:
                    told = self.as_entries(mark.tops)
                assert told, f"{there}: {axis or 'heights'} of {what!r} are nothing that the step holds: {values}"
                looked_at += 1
        return looked_at

    def as_line(self, values: np.ndarray) -> bool:
        """Whether they are a line of what is held, or follow from one."""
        if any(alike(lines, values).any() for lines in following(self._lines(len(values)))):
            return True
        known = (line[~np.isnan(line)][-len(values) :] for line in self.measured)
        return any(len(line) == len(values) and alike(line[None], values).any() for line in known)

    def as_entries(self, values: np.ndarray) -> bool:
        """Whether each is an entry of one line, or each a number that is told."""
        sizes = {size for array in self.arrays for size in array.shape if size >= len(values)}
        held = (lines for size in sorted(sizes) for lines in following(self._lines(size)))
        return any(among(values, lines) for lines in itertools.chain([self.single[None]], held))

    def _lines(self, size: int) -> np.ndarray:
        """(m, size) all lines of this length, each once."""
        if size not in self._found:
            lines = [np.empty((0, size)), *(lines_of(array, size) for array in self.arrays)]
            self._found[size] = np.unique(np.vstack(lines), axis=0)
        return self._found[size]


def _coordinates(mark: Mark) -> Iterator[tuple[str, str, np.ndarray]]:
    if isinstance(mark, Curve):
        yield mark.role, "x", mark.positions[:, 0]
        yield mark.role, "y", mark.positions[:, 1]
    if isinstance(mark, Bars):
        yield "bars", "", mark.values
        if mark.line is not None:
            yield "line", "", mark.line


def counts(values: np.ndarray) -> bool:
    """Whether they count in even steps of 1, from 0 or from 1 on."""
    return bool(alike(np.array([[0.0], [1.0]]) + np.arange(len(values)), values).any())


def lines_of(array: np.ndarray, size: int) -> np.ndarray:
    """(m, size) its lines along each axis of this length."""
    axes = [axis for axis, length in enumerate(array.shape) if length == size and array.size <= WIDE * size]
    return np.vstack([np.empty((0, size)), *(np.moveaxis(array, axis, -1).reshape(-1, size) for axis in axes)])


def following(lines: np.ndarray) -> Iterator[np.ndarray]:
    """What follows from lines (m, k), entry by entry or one after the other, each (m, k)."""
    with np.errstate(all="ignore"):
        for one in (lines, np.sort(lines, axis=1)[:, ::-1]):
            yield from (one, np.abs(one), 1 - one, np.sqrt(one), one**2, np.log(one), -np.log(one), np.log10(one))
            sums = one.cumsum(axis=1)
            whole = sums[:, -1:]
            yield from (one / whole, sums, sums / whole, sums / np.arange(1, lines.shape[1] + 1))


def listed(record: Any, depth: int = DEEP) -> Iterator[np.ndarray]:
    """The lists of numbers and of arrays, and of records that are listed each field, as arrays."""
    if isinstance(record, tuple) and record:
        first = record[0]
        if isinstance(first, SINGLE) or (isinstance(first, np.ndarray) and len({np.shape(one) for one in record}) == 1):
            with suppress(TypeError, ValueError):  # a list of several kinds
                yield np.array(record, dtype=float)
        elif is_dataclass(first):
            for name in (*(name for name, _ in fields_of(first)), *members(type(first))):
                with suppress(Exception):  # a property that has no value yet
                    values = [getattr(one, name, None) for one in record]
                    if all(isinstance(one, SINGLE) for one in values):
                        yield np.array(values, dtype=float)
        if depth:
            for one in record:
                yield from listed(one, depth - 1) if is_dataclass(one) or isinstance(one, tuple) else ()
    elif is_dataclass(record) and depth:
        for _, value in fields_of(record):
            yield from listed(value, depth - 1)


def answers(model: Any, data: Dataset) -> Iterator[np.ndarray]:
    """What the model says of the rows, how probable it holds the class of each, how many rows have each answer."""
    with suppress(Exception):
        yield np.asarray(model.predict(data.X), dtype=float)
        yield np.unique(model.predict(data.X), return_counts=True)[1].astype(float)
    for name in ("predict_proba", "decision_function"):
        with suppress(Exception):  # it has none, or not of these rows
            said = np.asarray(getattr(model, name)(data.X), dtype=float)
            yield said
            if name == "predict_proba" and data.class_names:
                own = np.searchsorted(data.classes_present, data.codes)
                yield said[np.arange(data.n), own]
            elif data.class_names and len(data.classes_present) > 1:  # −ln of that, also where it is as good as 0
                own = np.searchsorted(data.classes_present, data.codes)
                scores = np.column_stack([0 * said, said]) if said.ndim == 1 else said
                yield np.logaddexp.reduce(scores - scores[np.arange(data.n), own][:, None], axis=1)


def spectrum(array: np.ndarray) -> np.ndarray:
    """The eigenvalues of a symmetric matrix (k, k), the largest first."""
    square = array.ndim == 2 and 1 < len(array) == array.shape[1] <= WIDE and np.isfinite(array).all()
    return np.linalg.eigvalsh(array)[::-1] if square and np.allclose(array, array.T) else np.empty(0)


def told_in(story: Story) -> Iterator[float]:
    """The numbers beside the formula, and the cells of the tables."""
    for number in story.numbers:
        if not isinstance(number.value, str):
            yield from np.asarray(number.value, dtype=float).reshape(-1).tolist()
    for cell in (cell for table in story.tables for row in table.rows for cell in row):
        if isinstance(cell, SINGLE) and not isinstance(cell, bool):
            yield float(cell)


def alike(lines: np.ndarray, values: np.ndarray) -> np.ndarray:
    """(m,) which of the lines (m, k) are the values (k,)."""
    near = NEAR * np.abs(values).max(initial=0.0)
    return np.asarray((np.abs(lines - values) <= near).all(axis=1))


def among(values: np.ndarray, lines: np.ndarray) -> bool:
    """Whether one of the lines (m, k) has each of the values among its entries."""
    near = NEAR * np.abs(values).max(initial=0.0)
    for value in values:
        lines = lines[(np.abs(lines - value) <= near).any(axis=1)]
    return len(lines) > 0
