"""How a slider stands for a number: positions to values and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from engine.base.params import Real, Whole

POSITIONS = 300
"""How many places a slider of real numbers has."""
LEAST = 1e-6
"""The least number above 0 on a scale of equal ratios that begins at 0, unless it is known what suits."""
AROUND = 100.0
"""A scale around a value goes from this part of it to so many times it."""


@dataclass(frozen=True)
class Scale:
    """Positions 0, 1, ..., `last` on a slider for the values from low to high, in equal steps or in equal ratios.

    A scale of equal ratios may begin at 0: its first position is 0, the next one `least`.
    """

    low: float
    high: float
    log: bool
    whole: bool
    least: float = LEAST

    @property
    def last(self) -> int:
        """The last position; a short range of whole numbers has one position for each."""
        return int(min(self.high - self.low, POSITIONS)) if self.whole and not self.log else POSITIONS

    def value(self, position: int) -> float:
        """The value at a position, in sensible digits; the ends exactly."""
        if position <= 0 or position >= self.last:
            return self.high if position > 0 else self.low
        share = position / self.last
        value = self.low + share * (self.high - self.low)
        if self.log:
            share = share if self.low else (position - 1) / (self.last - 1)
            value = self._foot * (self.high / self._foot) ** share
        return float(round(value)) if self.whole else self._sensible(value)

    def position(self, value: float) -> int:
        """The position nearest to a value."""
        inside = min(max(value, self.low), self.high)
        if self.high == self.low:
            return 0
        if self.log and not self.low:
            above = math.log(max(inside, self._foot) / self._foot) / math.log(self.high / self._foot)
            return 1 + round((self.last - 1) * above) if inside else 0
        if self.log:
            return round(self.last * math.log(inside / self.low) / math.log(self.high / self.low))
        return round(self.last * (inside - self.low) / (self.high - self.low))

    @property
    def _foot(self) -> float:
        """The least value above 0."""
        return self.low or (1.0 if self.whole else self.least)

    def around(self, middle: float, value: float) -> Scale:
        """Of a scale of equal ratios from 0 the part around a number that suits, as far as the value in force."""
        if not self.log or self.low or self.whole or not 0 < middle < math.inf:
            return self
        least, high = (float(f"{end:.2g}") for end in (middle / AROUND, middle * AROUND))
        least, high = min(least, value or least), min(max(high, value), self.high)
        return replace(self, least=least, high=high) if 0 < least < high else self

    def _sensible(self, value: float) -> float:
        """Rounded so that neighbouring positions differ in the last digits shown."""
        step = value * 0.02 if self.log else (self.high - self.low) / self.last
        digits = 1 - math.floor(math.log10(step)) if step > 0 else 6
        return min(max(round(value, digits), self.low), self.high)


def scale_of(spec: Real | Whole) -> Scale | None:
    """The scale of a parameter, or None when its range has no end."""
    if not (math.isfinite(spec.low) and math.isfinite(spec.high)):
        return None
    return Scale(float(spec.low), float(spec.high), spec.log and spec.low >= 0, isinstance(spec, Whole))
