"""What ran of the source since the last stop: the lines, the one that changed the model, the values of its variables.

print(engine.trace("perceptron", data).ran(4))
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.base.snapshot import PLAIN, fields_of
from engine.base.words import figure, minus, vector
from engine.core.statements import text

RETURNED = "return"
"""Stands for the value that a function gave back: no name can be called so."""
MOST = 4
"""A longer vector is told by its shape."""


@dataclass(frozen=True)
class Value:
    """What a name on a line has now; `bound` when the line gave it that value since the last stop."""

    line: int
    name: str
    words: str
    bound: bool

    def __str__(self) -> str:
        if self.name == RETURNED:
            return f"→ {self.words}"
        return f"{self.name} {'←' if self.bound else '='} {self.words}"


@dataclass(frozen=True)
class Passage:
    """A function of the source of which something ran."""

    file: str
    name: str
    first: int
    last: int
    lines: tuple[int, ...]  # that ran since the last stop
    strong: tuple[int, ...] = ()  # those of the one statement that changed the model, or most of what the step has
    values: tuple[Value, ...] = ()

    @property
    def place(self) -> str:
        """The file with its folder, and the function."""
        return f"{Path(self.file).parent.name}/{Path(self.file).name}, {self.name}()"

    def unlit(self) -> Passage:
        """The same function without what is known of a step."""
        return dataclasses.replace(self, lines=(), strong=(), values=())

    def beside(self, line: int) -> str:
        """What the variables of a line have now."""
        return ";  ".join(str(one) for one in self.values if one.line == line)

    def sign(self, line: int) -> str:
        """A sign for what ran, and another for what changed the model."""
        return ">" if line in self.strong else "·" if line in self.lines else " "

    def __str__(self) -> str:
        source = text(self.file).split("\n")
        lines = (f"{self.sign(n)} {source[n - 1]:<84} {self.beside(n)}" for n in range(self.first, self.last + 1))
        return "\n".join([self.place, *map(str.rstrip, lines)])


@dataclass(frozen=True)
class Ran:
    """The parts of the source that made a step."""

    loop: Passage  # the function that paused to show the step, or one around it that changed the model
    maker: Passage | None  # the function that its strongest line called
    others: tuple[Passage, ...]  # what else ran, in the order of the first calls

    @property
    def passages(self) -> tuple[Passage, ...]:
        """All of them, the most telling first."""
        return (self.loop, *([self.maker] if self.maker else []), *self.others)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.passages))


def short(value: Any) -> str:
    """A value in a few characters, as it stands beside a line; "" for what cannot be told so.

    >>> import numpy as np
    >>> short(-0.07291), short(np.array([2.453, -0.934])), short(np.zeros((150, 4))), short(True)
    ('−0.07291', '(2.453, −0.934)', 'shape (150, 4)', 'True')
    """
    if value is None or isinstance(value, (bool, np.bool_)):
        return str(value)
    if isinstance(value, (int, np.integer)):
        return minus(str(value))
    if isinstance(value, (float, np.floating)):
        return figure(float(value))
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 24 else f'"{value[:23]}…"'
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, (tuple, list)):
        return _sequence(value)
    return _record(value) if dataclasses.is_dataclass(value) and not isinstance(value, type) else ""


def _array(array: np.ndarray) -> str:
    if array.dtype.kind not in "biuf":
        return ""
    if array.ndim == 0:
        return figure(float(array))
    if array.ndim == 1 and 0 < len(array) <= MOST:
        return vector(array)
    if array.ndim == 2 and 0 < array.size <= MOST + 2 and len(array) <= 3:
        return "(" + ", ".join(vector(row) for row in array) + ")"
    return f"shape ({', '.join(map(str, array.shape))}{',' * (array.ndim == 1)})"


def _sequence(items: tuple[Any, ...] | list[Any]) -> str:
    words = [short(item) for item in items] if len(items) <= MOST else []
    if all(words) and sum(map(len, words)) <= 40 and (words or not items):
        return "(" + ", ".join(words) + ")"
    return f"{len(items)} items"


def _record(record: Any) -> str:
    """A record by its first numbers; a table of data and what has none say nothing."""
    numbers = [(name, value) for name, value in fields_of(record) if _is_number(value)]
    if not numbers or hasattr(record, "columns"):
        return ""
    if len(numbers) == 1:
        return short(numbers[0][1])
    return ", ".join(f"{name} {short(value)}" for name, value in numbers[:3])


def _is_number(value: Any) -> bool:
    number = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
    return number or (isinstance(value, np.ndarray) and value.dtype.kind in "biuf" and value.size > 0)


def parts_of(value: Any, depth: int = 3) -> list[Any]:
    """A value and everything inside it, so deep."""
    found: list[Any] = []
    _gather(value, depth, found)
    return found


def _gather(value: Any, depth: int, found: list[Any]) -> None:
    found.append(value)
    if not depth or value.__class__ in PLAIN or isinstance(value, np.ndarray):
        return
    if isinstance(value, (tuple, list)):
        for item in value if len(value) <= 64 else ():
            _gather(item, depth - 1, found)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for _, item in fields_of(value):
            _gather(item, depth - 1, found)


def numbers_of(value: Any) -> np.ndarray:
    """The distinct floating-point numbers (m,) in a value, sorted."""
    return np.unique(fractions_in(parts_of(value)))


def fractions_in(parts: Iterable[Any]) -> np.ndarray:
    """The floating-point numbers (m,) among parts as they come: whole numbers count and name, they are not moved."""
    found = [
        np.ravel(part) for part in parts
        if isinstance(part, float) or (isinstance(part, np.ndarray) and part.dtype.kind == "f")
    ]  # fmt: skip
    return np.concatenate(found) if found else np.zeros(0)
