"""Scales made alike.

standardise   z = (x − mean) / deviation, with divisor n, or n − 1
min–max       z = low + (high − low) (x − min) / (max − min), usually from 0 to 1
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice, real
from engine.base.words import figure
from engine.data.dataset import NUMBERS, Dataset, Kind
from engine.data.preparing.looking import shifted
from engine.data.preparing.pictures import Picture
from engine.data.preparing.step import found, learnt, named, numbers, replaced, rewritten, step

LARGE, SMALL = 1e100, 1e-100
"""Beyond these a square is no number any more."""


@step
class Standardise:
    """Every column with mean 0 and standard deviation 1."""

    NAME: ClassVar = "Standardise"
    ORDER: ClassVar = 30
    SUITS: ClassVar[tuple[Kind, ...]] = NUMBERS
    WORDS: ClassVar = "Takes off the mean and divides by the standard deviation: all columns count alike."

    divisor: str = choice("n", ("n", "n − 1"), help="of the sum of squares: n − 1 makes the deviation a little larger")

    def fit(self, data: Dataset, places: Sequence[int]) -> Scaled:
        return _scaled(data, places, mean_and_deviation if self.divisor == "n" else unbiased, "standardised")


@step
class MinMax:
    """Every column from `low` to `high`; a value beyond those of the training rows lies outside."""

    NAME: ClassVar = "Scale to a range"
    ORDER: ClassVar = 31
    SUITS: ClassVar[tuple[Kind, ...]] = NUMBERS
    WORDS: ClassVar = "Maps the least value to one end of a range, and the greatest to the other."

    low: float = real(0.0, low=-100.0, high=100.0, label="from", help="what the least value becomes")
    high: float = real(1.0, low=-100.0, high=100.0, label="to", help="what the greatest value becomes")

    def fit(self, data: Dataset, places: Sequence[int]) -> Ranged:
        if not self.low < self.high:
            ends = f"from {figure(self.low)} to {figure(self.high)}"
            raise Refusal(f"The range {ends} has no length: choose an upper end above the lower one.")
        made = _scaled(data, places, low_and_range, f"{figure(self.low)}…{figure(self.high)}", self.low)
        return Ranged(made.names, made.shift, made.scale, self.low, self.high, made.done, made.warnings)


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

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """As it was, shifted, and scaled."""
        shift, taken = float(self.shift[self.names.index(name)]), self.stored(name)[0][0]
        return shifted(before, after, name, shift, taken)

    def back(self, data: Dataset) -> Dataset:
        """The rows in their own units again; a constant column gets its constant."""
        places = found(data, self.names)
        return replaced(data, places, data.X[:, places] * self.scale + self.shift)


@learnt
class Ranged:
    """z = low + (high − low) (x − least) / width.   least, width (m,) for the columns of these names"""

    names: tuple[str, ...]
    least: np.ndarray
    width: np.ndarray
    low: float
    high: float
    done: str
    warnings: tuple[str, ...] = ()

    def apply(self, data: Dataset) -> Dataset:
        places = found(data, self.names)
        share = (data.X[:, places] - self.least) / self.width
        return rewritten(data, places, self.low + (self.high - self.low) * share, self.done)

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        at = self.names.index(name)
        return ("min", self.least[at]), ("max − min", self.width[at]), ("from", self.low), ("to", self.high)

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """As it was, shifted, and scaled."""
        return shifted(before, after, name, float(self.least[self.names.index(name)]), "min")

    def back(self, data: Dataset) -> Dataset:
        """The rows in their own units again; a constant column gets its constant."""
        places = found(data, self.names)
        share = (data.X[:, places] - self.low) / (self.high - self.low)
        return replaced(data, places, share * self.width + self.least)


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
    data: Dataset,
    places: Sequence[int],
    fit: Callable[[np.ndarray], tuple[float, float]],
    done: str,
    least: float = 0.0,
) -> Scaled:
    """The shift and the scale of each column; one that is constant is `least` afterwards, with a warning."""
    shift, scale, constant = np.zeros(len(places)), np.ones(len(places)), []
    for i, place in enumerate(places):
        present, name = numbers(data, place), data.columns[place].name
        shift[i], scale[i] = fit(present)
        if not np.isfinite(scale[i]):
            raise Refusal(f"The values of column {name} are too far apart for a number: take its logarithm first.")
        if scale[i] == 0 or present.min() == present.max():
            shift[i], scale[i] = present[0], 1.0
            constant.append(name)
    now = f"and is {figure(least)} there now"
    warnings = tuple(f"Column {name} is constant in the training rows, {now}." for name in constant)
    return Scaled(named(data, places), shift, scale, done, warnings)
