"""Arithmetic with printed numbers: each stands for all numbers that print so, a vector for those of its components.

A value is an `Interval`, or a tuple of values; `None` in a tuple stands for the components that "…" leaves out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

ROUNDING = 1e-9
"""What floating point may cost, relative to the numbers compared."""
DIGITS = 4
"""The digits of `engine.base.words.figure`: one that shows fewer ended in zeros, which are not shown."""


class Unknown(Exception):
    """What cannot be computed from what is printed."""


@dataclass(frozen=True)
class Interval:
    """All numbers from low to high."""

    low: float
    high: float


Value = Any


def exactly(number: float) -> Interval:
    return Interval(number, number)


@lru_cache(1 << 14)
def printed(mantissa: str, exponent: int = 0, digits: int = DIGITS) -> Interval:
    """What a printed number may stand for: half a unit either way of the last digit that `figure` looked at."""
    value = float(f"{mantissa.replace(',', '')}e{exponent}")
    if value == 0:
        return exactly(0.0)
    decimals = len(mantissa.partition(".")[2])
    shown = decimals - exponent
    looked_at = max(shown, digits - 1 - math.floor(math.log10(abs(value))))
    half = 0.5 * 10.0**-looked_at
    return Interval(value - half, value + half)


def shared(mantissa: str) -> Interval:
    """What a printed percentage stands for; `percent` does not drop a zero, so its last digit is the one shown."""
    half = 0.005 * 10.0 ** -len(mantissa.partition(".")[2])
    return Interval(float(mantissa) / 100 - half, float(mantissa) / 100 + half)


def negated(a: Value) -> Value:
    return _each(lambda x: Interval(-x.high, -x.low), a)


def added(a: Value, b: Value) -> Value:
    if isinstance(a, Interval) and isinstance(b, Interval):
        return Interval(a.low + b.low, a.high + b.high)
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(None if x is None or y is None else added(x, y) for x, y in zip(a, b, strict=True))
    raise Unknown("a sum of things of different shapes")


def multiplied(a: Value, b: Value) -> Value:
    """A product of numbers, a number times a vector, an inner product, a matrix times a vector."""
    if isinstance(a, Interval):
        return _each(lambda x: _corners(a, x), b)
    if isinstance(b, Interval):
        return multiplied(b, a)
    if any(isinstance(row, tuple) for row in a):
        return tuple(None if row is None else multiplied(row, b) for row in a)
    if len(a) != len(b) or None in a or None in b:
        raise Unknown("an inner product of which not everything is shown")
    total: Value = exactly(0.0)
    for x, y in zip(a, b, strict=True):
        total = added(total, multiplied(x, y))
    return total


def divided(a: Value, b: Value) -> Value:
    if not isinstance(b, Interval):
        raise Unknown("a division by a vector")
    if b.low <= 0 <= b.high:
        raise Unknown("a division by what may be zero")
    return multiplied(a, Interval(1 / b.high, 1 / b.low))


def power(a: Value, exponent: int) -> Value:
    if not isinstance(a, Interval):
        raise Unknown("a power of a vector")
    if exponent < 0:
        return divided(exactly(1.0), power(a, -exponent))
    low, high = sorted((_power(a.low, exponent), _power(a.high, exponent)))
    return Interval(0.0 if exponent % 2 == 0 and a.low < 0 < a.high else low, high)


def norm(a: Value) -> Value:
    """The length of a vector, and the amount of a number; (b, w) is the components of w after b."""
    squares = [power(x, 2) for x in _parts(a)]
    return Interval(math.sqrt(sum(x.low for x in squares)), math.sqrt(sum(x.high for x in squares)))


def _parts(a: Value) -> list[Interval]:
    if a is None:
        raise Unknown("a vector of which not everything is shown")
    return [a] if isinstance(a, Interval) else [part for x in a for part in _parts(x)]


def rising(function: Callable[[float], float], a: Value, least: float = -math.inf) -> Value:
    """A function that never falls, of a number or of each component; below `least` it is −∞ or has no value."""

    def of(x: Interval) -> Interval:
        if x.high < least:
            raise Unknown("a function of what it has no value for")
        return Interval(_finite(function, max(x.low, least)), _finite(function, x.high))

    return _each(of, a)


def agree(a: Value, b: Value) -> bool:
    """Whether the two may be the same number, or the same vector."""
    if isinstance(a, Interval) and isinstance(b, Interval):
        return a.low <= b.high + _slack(a, b) and b.low <= a.high + _slack(a, b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        pairs = [(x, y) for x, y in zip(a, _shortened(b, a), strict=False) if x is not None and y is not None]
        return (len(a) == len(b) or None in (*a, *b)) and all(agree(x, y) for x, y in pairs)
    return False


def _shortened(b: tuple[Value, ...], a: tuple[Value, ...]) -> tuple[Value, ...]:
    """A long vector without the components that a short one leaves out."""
    if None in a and len(b) > len(a):
        gap = a.index(None)
        return (*b[:gap], None, *b[len(b) - (len(a) - gap - 1) :])
    return b


def below(a: Value, b: Value, strictly: bool) -> bool:
    """Whether a < b, or a ≤ b, may hold."""
    if not isinstance(a, Interval) or not isinstance(b, Interval):
        raise Unknown("an order of vectors")
    return a.low < b.high if strictly else a.low <= b.high + _slack(a, b)


def _each(function: Callable[[Interval], Interval], a: Value) -> Value:
    if isinstance(a, Interval):
        return function(a)
    return tuple(None if x is None else _each(function, x) for x in a)


def _corners(a: Interval, b: Interval) -> Interval:
    products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    if any(math.isnan(product) for product in products):
        raise Unknown("zero times infinity")
    return Interval(min(products), max(products))


def _power(x: float, exponent: int) -> float:
    try:
        return float(x**exponent)
    except OverflowError as error:
        raise Unknown("a power too large for a number") from error


def _finite(function: Callable[[float], float], x: float) -> float:
    try:
        return function(x)
    except OverflowError:
        return math.inf
    except ValueError:
        return -math.inf


def _slack(a: Interval, b: Interval) -> float:
    sizes = [abs(x) for x in (a.low, a.high, b.low, b.high) if math.isfinite(x)]
    return ROUNDING * max(sizes, default=0.0)
