"""Scales made alike: z = (x − shift) / scale.

standardise   shift = mean,  scale = standard deviation with divisor n, or n − 1
min–max       shift = min,   scale = max − min
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice
from engine.data.dataset import Dataset, Kind
from engine.data.preparing.step import found, learnt, named, numbers, replaced, rewritten, step

LARGE, SMALL = 1e100, 1e-100
"""Beyond these a square is no number any more."""


@step
class Standardise:
    """Every column with mean 0 and standard deviation 1."""

    NAME: ClassVar = "Standardise"
    ORDER: ClassVar = 30
    SUITS: ClassVar[tuple[Kind, ...]] = ("numeric",)
    WORDS: ClassVar = "Takes off the mean and divides by the standard deviation: all columns count alike."

    divisor: str = choice("n", ("n", "n − 1"), help="of the sum of squares: n − 1 makes the deviation a little larger")

    def fit(self, data: Dataset, places: Sequence[int]) -> Scaled:
        return _scaled(data, places, mean_and_deviation if self.divisor == "n" else unbiased, "standardised")


@step
class MinMax:
    """Every column from 0 to 1; a value beyond those of the training rows lies outside."""

    NAME: ClassVar = "Scale to 0…1"
    ORDER: ClassVar = 31
    SUITS: ClassVar[tuple[Kind, ...]] = ("numeric",)
    WORDS: ClassVar = "Takes off the least value and divides by the range."

    def fit(self, data: Dataset, places: Sequence[int]) -> Scaled:
        return _scaled(data, places, low_and_range, "0…1")


@learnt
class Scaled:
    """z = (x − shift) / scale.   shift, scale (m,) for the columns of these names"""

    names: tuple[str, ...]
    shift: np.ndarray
    scale: np.ndarray
    done: str
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        places = found(data, self.names)
        return rewritten(data, places, (data.X[:, places] - self.shift) / self.scale, self.done)

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        at = self.names.index(name)
        shift, scale = ("mean", "deviation") if self.done == "standardised" else ("min", "max − min")
        return (shift, self.shift[at]), (scale, self.scale[at])

    def back(self, data: Dataset) -> Dataset:
        """The rows in their own units again; a constant column gets its constant."""
        places = found(data, self.names)
        return replaced(data, places, data.X[:, places] * self.scale + self.shift)


def mean_and_deviation(values: np.ndarray) -> tuple[float, float]:
    """The mean and the standard deviation with divisor n; scaled on the way so that no square overflows."""
    size = float(np.max(np.abs(values))) or 1.0
    size = size if size > LARGE or size < SMALL else 1.0
    scaled = values / size
    return float(scaled.mean() * size), float(scaled.std() * size)


def unbiased(values: np.ndarray) -> tuple[float, float]:
    """The same with divisor n − 1."""
    mean, deviation = mean_and_deviation(values)
    return mean, float(deviation * np.sqrt(len(values) / max(len(values) - 1, 1)))


def low_and_range(values: np.ndarray) -> tuple[float, float]:
    """The least value, and how far the greatest lies above it."""
    with np.errstate(over="ignore"):
        return float(values.min()), float(values.max() - values.min())


def _scaled(
    data: Dataset, places: Sequence[int], fit: Callable[[np.ndarray], tuple[float, float]], done: str
) -> Scaled:
    shift, scale, constant = np.zeros(len(places)), np.ones(len(places)), []
    for i, place in enumerate(places):
        present, name = numbers(data, place), data.columns[place].name
        shift[i], scale[i] = fit(present)
        if not np.isfinite(scale[i]):
            raise Refusal(f"The values of column {name} are too far apart for a number: take its logarithm first.")
        if scale[i] == 0 or present.min() == present.max():
            shift[i], scale[i] = present[0], 1.0
            constant.append(name)
    warnings = tuple(f"Column {name} is constant in the training rows, and is 0 there now." for name in constant)
    return Scaled(named(data, places), shift, scale, done, warnings)
