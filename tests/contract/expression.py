"""Reads an expression of worked text, such as `0.995 − 6/24·0.65` or `(1, 2) − 0.5·‖w‖²·(0, 4)`, and computes it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce

from tests.contract.interval import (
    Interval,
    Unknown,
    Value,
    added,
    below,
    divided,
    exactly,
    multiplied,
    negated,
    norm,
    power,
    printed,
    rising,
    shared,
)

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
NAME = rf"[^\W\d_{RAISED}ᵀ](?:[^\W{RAISED}ᵀ]|[\u0300-\u036f*'])*"
TOKEN = re.compile(
    rf"(?P<space>\s+)|(?P<percent>{NUMBER} ?%)|(?P<number>{NUMBER}(?:e[−+]?\d+)?)"
    rf"|(?P<name>{NAME})|(?P<raised>[{RAISED}]+)|(?P<mark>.)",
    re.DOTALL,
)
Read = Callable[[str, int], Value]
ORDERS = "≤<≥>"
CONSTANTS = {"π": exactly(math.pi), "e": exactly(math.e), "∞": exactly(math.inf)}


@dataclass(frozen=True)
class Token:
    """A piece of an expression; `start` is where it begins, `loose` whether a space stands before it."""

    kind: str
    text: str
    start: int
    loose: bool


END = Token("", "", 0, False)
"""Comes after the last piece."""


@lru_cache(1 << 14)
def tokens(text: str) -> tuple[Token, ...]:
    """The pieces of a text, which several promises read."""
    found, loose = [], False
    for match in TOKEN.finditer(text):
        if match.lastgroup != "space":
            found.append(Token(str(match.lastgroup), match.group(), match.start(), loose))
        loose = match.lastgroup == "space"
    return tuple(found)


def of_a_circle(pieces: Sequence[Token], place: int) -> bool:
    """Whether the π at this place is 3.14: after a number, as in 2π, after /, or under a root. Else it is a prior."""
    before = pieces[place - 1] if place else END
    if before.text in ("/", "√") or (before.kind == "number" and not pieces[place].loose):
        return True
    depth = 0
    for piece, earlier in zip(pieces[place - 1 : 0 : -1], pieces[place - 2 :: -1], strict=False):
        depth += {")": 1, "(": -1}.get(piece.text, 0)
        if depth < 0 and earlier.text == "√":
            return True
        depth = max(depth, 0)
    return False


def value_of(text: str, names: Mapping[str, Value], read: Read = printed) -> Value:
    """What the whole of the text comes to; `Unknown` when it has a name without a value, or leaves terms out."""
    if any(token.kind == "name" for token in tokens(text)):
        return _whole(text, names, read)
    value = _nameless(text, read)
    if isinstance(value, Unknown):
        raise Unknown(*value.args)
    return value


@lru_cache(1 << 14)
def _nameless(text: str, read: Read) -> Value | Unknown:
    """What a text of numbers alone comes to, or why to nothing: several promises ask, with other names or none."""
    try:
        return _whole(text, {}, read)
    except Unknown as reason:
        return Unknown(*reason.args)


def _whole(text: str, names: Mapping[str, Value], read: Read) -> Value:
    reader = Reader(tokens(text), names, read)
    value = reader.sum()
    if reader.here is not END:
        raise Unknown(f"{reader.here.text!r} is not understood")
    return value


class Reader:
    """Reads from the left: sums of products of powers; numbers by `read`; `enclosing` counts the ‖ that are open."""

    def __init__(self, pieces: tuple[Token, ...], names: Mapping[str, Value], read: Read) -> None:
        self.pieces, self.names, self.read, self.enclosing = (*pieces, END), names, read, 0
        self.place, self.here = 0, self.pieces[0]  # what is read next, which is asked for again and again

    def take(self, *expected: str) -> str:
        here = self.here
        if here is END or (expected and here.text not in expected):
            raise Unknown(f"{here.text or 'the end'!r} is not understood")
        self.place += 1
        self.here = self.pieces[self.place]
        return here.text

    def sum(self) -> Value:
        total = self.product()
        while self.here.text in ("+", "−"):
            sign = self.take()
            term = self.product()
            total = added(total, negated(term) if sign == "−" else term)
        return total

    def product(self) -> Value:
        value = self.factor()
        while True:
            if self.here.text in ("·", "×"):
                self.take()
                value = multiplied(value, self.factor())
            elif self.here.text == "/":
                self.take()
                value = divided(value, self.factor())
            elif self._begins_a_factor():
                value = multiplied(value, self.factor())
            else:
                return value

    def _begins_a_factor(self) -> bool:
        here = self.here
        return here.kind == "name" or here.text in ("(", "√") or (here.text == "‖" and not self.enclosing)

    def factor(self) -> Value:
        if self.here.text in ("−", "+"):
            sign = self.take()
            value = self.factor()
            return negated(value) if sign == "−" else value
        return self.raised(self.primary())

    def raised(self, value: Value) -> Value:
        while True:
            if self.here.kind == "raised":
                value = power(value, int(self.take().translate(str.maketrans(RAISED, "0123456789-"))))
            elif self.here.text == "ᵀ":
                self.take()
            elif self.here.text == "^":
                self.take()
                value = _to_the(value, self.factor())
            else:
                return value

    def primary(self) -> Value:
        if self.here.kind == "number":
            mantissa, _, exponent = self.take().partition("e")
            return self.read(mantissa, int(exponent.replace("−", "-") or 0))
        if self.here.kind == "percent":
            return shared(self.take().rstrip(" %"))
        if self.here.kind == "name":
            return self.named()
        if self.here.text == "√":
            self.take()
            return rising(math.sqrt, self.raised(self.primary()), 0.0)
        if self.here.text == "‖":
            return self.length()
        if self.here.text in ("(", "["):
            return self.listed()
        raise Unknown(f"{self.here.text or 'the end'!r} is not understood")

    def length(self) -> Value:
        self.take("‖")
        self.enclosing += 1
        inside = self.sum()
        self.enclosing -= 1
        self.take("‖")
        return norm(inside)

    def listed(self) -> Value:
        """A value in brackets, a vector, a matrix, or [a > b], which is 1 or 0."""
        close = ")" if self.take() == "(" else "]"
        enclosing, self.enclosing = self.enclosing, 0
        items = [self.item()]
        while self.here.text != close:
            if self.here.text in ORDERS and len(items) == 1:
                return self.compared(items[0], close)
            self.take(",")
            items.append(self.item())
        self.take(close)
        self.enclosing = enclosing
        if items == [None]:
            raise Unknown("…")
        return items[0] if len(items) == 1 else tuple(items)

    def item(self) -> Value:
        if self.here.text == "…":
            self.take()
            return None
        return self.sum()

    def compared(self, value: Value, close: str) -> Value:
        order = self.take()
        other = self.sum()
        self.take(close)
        if order in ">≥":
            value, other = other, value
        may, must = below(value, other, order in "<>"), not below(other, value, order in "≤≥")
        return Interval(float(must), float(may))

    def named(self) -> Value:
        name = self.take()
        if self.here.kind == "raised" and name + self.here.text in self.names:
            return self.names[name + self.take()]
        if name in self.names:
            return self.names[name]
        if name in FUNCTIONS:
            return FUNCTIONS[name](self.argument())
        if name in CONSTANTS and (name != "π" or of_a_circle(self.pieces, self.place - 1)):
            return CONSTANTS[name]
        raise Unknown(f"{name} has no value here")

    def argument(self) -> Value:
        """What a function is of: something in brackets, or a number or a fraction written without spaces."""
        if self.here.text == "(":
            return self.listed()
        value = self.raised(self.primary())
        while self.here.text == "/" and not self.here.loose:
            self.take()
            value = divided(value, self.raised(self.primary()))
        return value


def _to_the(base: Value, exponent: Value) -> Value:
    if base == CONSTANTS["e"]:
        return rising(math.exp, exponent)
    if isinstance(exponent, Interval) and exponent.low <= (whole := round(exponent.high)) <= exponent.high:
        return power(base, whole)
    raise Unknown("a power that is not whole")


def sigmoid(a: float) -> float:
    return 1 / (1 + math.exp(-a)) if a > 0 else math.exp(a) / (1 + math.exp(a))


def gauss(a: float) -> float:
    """Φ(a), the share of the normal distribution below a."""
    return 0.5 * math.erfc(-a / math.sqrt(2))


def _exp(a: float) -> float:
    return math.exp(a) if a < 700 else math.inf


def _softmax(a: Value) -> Value:
    if isinstance(a, Interval) or None in a:
        raise Unknown("softmax of scores of which not everything is shown")

    def share(k: int) -> Interval:
        rest = [j for j in range(len(a)) if j != k]
        most, least = (sum(_exp(a[j].high - a[k].low) for j in rest), sum(_exp(a[j].low - a[k].high) for j in rest))
        return Interval(1 / (1 + most), 1 / (1 + least))

    return tuple(share(k) for k in range(len(a)))


def _extreme(which: Callable[..., float]) -> Callable[[Value], Value]:
    def of(items: Value) -> Value:
        known = (items,) if isinstance(items, Interval) else items
        if any(not isinstance(item, Interval) for item in known):
            raise Unknown("the extreme of something of which not everything is shown")
        return reduce(lambda a, b: Interval(which(a.low, b.low), which(a.high, b.high)), known)

    return of


FUNCTIONS: dict[str, Callable[[Value], Value]] = {
    "exp": lambda a: rising(math.exp, a),
    "ln": lambda a: rising(math.log, a, 0.0),
    "log": lambda a: rising(math.log, a, 0.0),
    "log₂": lambda a: rising(math.log2, a, 0.0),
    "σ": lambda a: rising(sigmoid, a),
    "Φ": lambda a: rising(gauss, a),
    "tanh": lambda a: rising(math.tanh, a),
    "min": _extreme(min),
    "max": _extreme(max),
    "softmax": _softmax,
}
