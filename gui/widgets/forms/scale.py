"""How a slider and a text field stand for a number: positions to values, and what people type to numbers."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from engine.base.params import Real, Whole

POSITIONS = 300
"""How many places a slider of real numbers has."""


@dataclass(frozen=True)
class Scale:
    """Positions 0, 1, ..., `last` on a slider for the values from low to high, in equal steps or in equal ratios."""

    low: float
    high: float
    log: bool
    whole: bool

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
            value = self.low * (self.high / self.low) ** share
        return float(round(value)) if self.whole else self._sensible(value)

    def position(self, value: float) -> int:
        """The position nearest to a value."""
        inside = min(max(value, self.low), self.high)
        if self.high == self.low:
            return 0
        if self.log:
            return round(self.last * math.log(inside / self.low) / math.log(self.high / self.low))
        return round(self.last * (inside - self.low) / (self.high - self.low))

    def _sensible(self, value: float) -> float:
        """Rounded so that neighbouring positions differ in the last digits shown."""
        step = value * 0.02 if self.log else (self.high - self.low) / self.last
        digits = 1 - math.floor(math.log10(step)) if step > 0 else 6
        return min(max(round(value, digits), self.low), self.high)


def scale_of(spec: Real | Whole) -> Scale | None:
    """The scale of a parameter, or None when its range has no end."""
    if not (math.isfinite(spec.low) and math.isfinite(spec.high)):
        return None
    return Scale(float(spec.low), float(spec.high), spec.log and spec.low > 0, isinstance(spec, Whole))


_GROUPED = re.compile(r"[+-]?\d{1,3}([, '\u2009\u00a0]\d{3})+")


def parsed(text: str, whole: bool = False) -> float | None:
    """The number a person typed, with a decimal point or comma and either minus sign; None if it is none.

    >>> parsed("1e-3"), parsed("0,5"), parsed("−2"), parsed("10,000", whole=True), parsed("two")
    (0.001, 0.5, -2.0, 10000.0, None)
    """
    plain = text.strip().replace("−", "-")
    if whole and _GROUPED.fullmatch(plain):
        plain = re.sub(r"[^\d+-]", "", plain)
    if plain.count(",") == 1 and "." not in plain:
        plain = plain.replace(",", ".")
    if "_" in plain:
        return None
    try:
        number = float(plain)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def written(value: float) -> str:
    """A number as it stands in a field: all its digits, and a real minus sign.

    >>> written(1.0), written(1e-06), written(-0.25)
    ('1', '1e−06', '−0.25')
    """
    return repr(float(value)).removesuffix(".0").replace("-", "−")
