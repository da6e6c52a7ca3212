"""What a step says: a sentence, the formula, the formula with this step's numbers, and what can be checked."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class Number:
    """A live number beside the formula: `Number("activation a", -2.0)`; an array is shown component by component."""

    name: str
    value: Any
    note: str = ""


@snapshot
class Table:
    """A small table of this step, such as the gains of all attributes; `chosen` is the row to highlight."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    chosen: int | None = None


@dataclass(frozen=True)
class Check:
    """An invariant that this step promises, and whether it holds."""

    words: str
    holds: bool


@dataclass(frozen=True)
class Story:
    """The explanation of one step.

    sentence  what happened, in plain words with the names of the rows and classes
    formula   the rule in LaTeX, the same at every step of its kind (it is typeset once and cached)
    worked    the same rule with this step's numbers, one line of plain text for each line of the calculation
    numbers   the quantities worth watching;  tables, checks   see above
    """

    sentence: str
    formula: str
    worked: tuple[str, ...] = ()
    numbers: tuple[Number, ...] = ()
    tables: tuple[Table, ...] = ()
    checks: tuple[Check, ...] = ()


def figure(value: float, digits: int = 4) -> str:
    """A number in sensible digits, with a real minus sign.

    >>> figure(0.32471), figure(-12), figure(1.23e-05), figure(1234567.0)
    ('0.3247', '−12', '1.23e−05', '1.235e+06')
    """
    number = float(value)
    if not math.isfinite(number):
        return "undefined" if math.isnan(number) else "∞" if number > 0 else "−∞"
    if number == 0:
        return "0"
    text = f"{number:.{digits}g}"
    if abs(number) < 1e6 and (number == int(number) or abs(float(text)) >= 10**digits):
        text = f"{number:.0f}"
    return text.replace("-", "−")


def vector(values: Iterable[float], digits: int = 4, most: int = 6) -> str:
    """A vector in sensible digits, shortened in the middle when it is long.

    >>> vector([1, -2.5])
    '(1, −2.5)'
    """
    shown = [figure(value, digits) for value in np.ravel(np.asarray(list(values), dtype=float))]
    if len(shown) > most:
        shown = [*shown[: most - 1], "…", shown[-1]]
    return "(" + ", ".join(shown) + ")"


def signed(value: float, digits: int = 4) -> str:
    """A number with its sign set off, as it stands inside a sum: '+ 2' or '− 0.5'."""
    return ("− " if value < 0 else "+ ") + figure(abs(value), digits)


def counted(count: int, thing: str, things: str = "") -> str:
    """A count with its noun: '1 point', '3 points', '2 classes'."""
    return f"{count:,} {thing if count == 1 else things or thing + 's'}"
