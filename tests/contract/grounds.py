"""What a step, its data and its parameters hold, and what follows from that in one go."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import is_dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from engine.base.snapshot import fields_of
from engine.data.dataset import Dataset

MANY = 2_000
"""Of an array with more entries those are left out: what follows from all of them is not."""
ROWS = 12
"""Of arrays with so few rows, or entries, every difference of two is looked at."""
SQUARE = 40
"""Matrices with so many columns have their eigenvalues looked at."""
PAIRED = 60
"""So many single values of a step, and arrays of one shape, are taken two by two."""


class Grounds:
    """Every value that something told of a step may follow from; the farther-fetched are worked out when asked for."""

    def __init__(self, step: Any, data: Dataset, params: Any) -> None:
        self.step, self.data, self.params = step, data, params
        self._known: list[np.ndarray] = []
        self._more = self._all()

    def has(self, low: float, high: float) -> bool:
        """Whether one of them lies there."""
        slack = 1e-12 * max(abs(low), abs(high))
        low, high = low - slack, high + slack
        with np.errstate(all="ignore"):
            if any(lies_between(values, low, high) for values in self._known):
                return True
            for values in self._more:
                self._known.append(values)
                if lies_between(values, low, high):
                    return True
        return False

    def _all(self) -> Iterator[np.ndarray]:
        """A pool of values after the other, the nearest at hand first."""
        single = np.array([float(value) for value in self._singles()])
        yield single
        arrays = [np.asarray(value, dtype=float) for value in self._arrays()]
        reduced = np.array([value for array in arrays if array.size for value in _reduced(array)])
        yield reduced
        entries = np.concatenate([np.empty(0), *(array.reshape(-1) for array in arrays if array.size <= MANY)])
        yield entries
        for pool in (single, reduced, entries):
            yield np.concatenate(
                [1 - pool, pool + 1, np.sqrt(pool), np.exp(pool), np.log(pool), np.log10(pool), 1 / pool, pool**2]
            )
        few = np.array(list(dict.fromkeys((*single.tolist(), *_lengths(arrays))))[:PAIRED])
        one, other = few[:, None], few[None]
        for together in (one - other, one / other, one + other, one * other):
            yield together.ravel()
        yield from self._looked_along([array for array in arrays if array.shape == (self.data.d,)])
        yield from _spectra([*arrays, self._design()])
        yield from _of_two([array for array in arrays if array.size <= MANY][:PAIRED])

    def _singles(self) -> Iterator[float]:
        yield from (value for value in kept(self.step) if np.ndim(value) == 0)
        yield from (value for _, value in fields_of(self.params) if isinstance(value, (int, float)))
        yield from (self.data.n, self.data.d, len(self.data.class_names))
        if self.data.class_names:
            yield from np.bincount(self.data.codes[self.data.codes >= 0]).tolist()

    def _arrays(self) -> Iterator[np.ndarray]:
        yield from (value for value in kept(self.step) if np.ndim(value) > 0 and value.dtype.kind in "fiub")
        yield self.data.X
        if self.data.y is not None:
            yield self.data.y

    def _design(self) -> np.ndarray:
        X = self.data.X
        return np.column_stack([np.ones(len(X)), X]) if len(X) <= MANY else X[:0]

    def _looked_along(self, directions: list[np.ndarray]) -> Iterator[np.ndarray]:
        """Where the rows lie along a direction, by itself and as a unit vector: the middle and spread of each class."""
        codes = self.data.codes if self.data.class_names else np.zeros(self.data.n, dtype=int)
        for w in directions[:ROWS]:
            along = self.data.X @ w
            parts = [along, *(along[codes == k] for k in range(codes.max(initial=0) + 1))]
            values = [found for part in parts if len(part) for found in (*_reduced(part)[:20], part.var())]
            spread = sum(part.var() * len(part) for part in parts[1:] if len(part))
            yield np.array([*values, spread, spread / max(len(along), 1)])


def _lengths(arrays: list[np.ndarray]) -> list[float]:
    return [float(np.sqrt((array**2).sum())) for array in arrays if array.ndim == 1 and array.size <= MANY]


def _spectra(arrays: list[np.ndarray]) -> Iterator[np.ndarray]:
    """Of a small matrix, or the products of the columns of a large one, the eigenvalues, trace and determinant."""
    for array in arrays:
        if array.ndim != 2 or not len(array) or not 0 < array.shape[1] <= SQUARE or not np.isfinite(array).all():
            continue
        square = array if len(array) == array.shape[1] and np.allclose(array, array.T) else array.T @ array
        values = np.linalg.eigvalsh(square) if square is array else np.linalg.svd(array, compute_uv=False) ** 2
        ends = np.array([values.min() + values.max(), values.max()])
        ratios = np.divide.outer(values, values).ravel()
        yield np.array([*values, values.sum(), values.prod(), *(2 / ends), *(1 / ends), *ratios])
        yield np.array([*(values / len(array)), *(values / max(len(array) - 1, 1))])


@cache
def members(kind: type) -> tuple[str, ...]:
    """The properties of a class that are numbers of a step too, such as the packed weights of a model."""
    return tuple(name for name in dir(kind) if isinstance(getattr(kind, name, None), (property, cached_property)))


def kept(record: Any, depth: int = 4) -> Iterator[Any]:
    """Every number, flag and array in a step, with the rows of its matrices and what its properties come to."""
    if isinstance(record, (int, float, np.number, np.ndarray)):
        yield record
    elif isinstance(record, (tuple, frozenset)):
        yield len(record)
        for item in record:
            yield from kept(item, depth)
    elif is_dataclass(record) and depth:
        for _, value in fields_of(record):
            yield from kept(value, depth - 1)
        for name in members(type(record)):
            with suppress(Exception):  # what a step does not have yet, or a model of this shape never has
                yield from kept(getattr(record, name), depth - 1)


def lies_between(values: np.ndarray, low: float, high: float) -> bool:
    return bool(((values >= low) & (values <= high)).any())


def _reduced(array: np.ndarray) -> list[float]:
    """What follows from all entries of an array: sizes, sums, extremes and where they are, spreads, shares."""
    size, count = np.abs(array), float(np.count_nonzero(array))
    places = [*np.unravel_index(array.argmax(), array.shape), *np.unravel_index(array.argmin(), array.shape)]
    found = [
        len(array), array.sum(), size.sum(), array.mean(), size.mean(), array.min(), array.max(), size.max(),
        size.min(), np.median(array), array.std(), (array**2).sum(), (array**2).mean(), count, len(array) - count,
        array.size - count, len(np.unique(array)), *places,
    ]  # fmt: skip
    if array.ndim == 1 and array.size <= MANY:
        found += [*(array / array.sum()), *(array.cumsum() / array.sum()), *array.cumsum()]
    if array.ndim in (1, 2) and len(array) <= ROWS and array.size <= MANY:
        found += (array[:, None] - array[None]).reshape(-1).tolist()
    if array.ndim == 2 and array.size <= MANY:
        found += [*np.sqrt((array**2).sum(axis=1)), *array.sum(axis=0), *array.mean(axis=0)]
    return found


def _of_two(arrays: list[np.ndarray]) -> Iterator[np.ndarray]:
    """Differences of two arrays of one shape, the lengths of their rows, and their products."""
    for place, one in enumerate(arrays):
        for other in arrays[:place]:
            if one.shape == other.shape:
                apart = one - other
                lengths = np.sqrt((apart**2).sum(axis=-1)).reshape(-1)
                yield np.concatenate([apart.reshape(-1), lengths, [(one * other).sum(), lengths.max(initial=0.0)]])
