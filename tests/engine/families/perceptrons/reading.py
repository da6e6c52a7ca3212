"""What a story says and a picture shows, read back as numbers; and data on which no two of them are alike."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Line, Mark, Points
from engine.core.story import Table

FIGURE = re.compile(r"(−\s?)?(\d+(?:\.\d+)?(?:e[+−]\d+)?)")


def overlapping(seed: int = 4, n: int = 14) -> engine.Dataset:
    """Two classes with names that no plane separates, in three features of different sizes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3)) * [1.0, 3.0, 0.5] + [0.4, -1.0, 2.0]
    y = np.where(X @ [1.0, -0.4, 0.3] + rng.normal(size=n) > 1.2, "dog", "cat")
    return engine.Dataset.from_arrays(X, y)


def signs_of(data: engine.Dataset) -> np.ndarray:
    """(n,) ±1: the class with the greater code is +1."""
    return np.where(data.codes == data.codes.max(), 1.0, -1.0)


def activations_of(line, X: np.ndarray) -> np.ndarray:
    return np.asarray(X, dtype=float) @ np.asarray(line.weights) + line.bias


def figures(words: str) -> list[float]:
    """Every number in a line, in order; a minus sign before it counts, set off by a blank or not."""
    return [float(digits.replace("−", "-")) * (-1 if minus else 1) for minus, digits in FIGURE.findall(words)]


def missed_by(line, X: np.ndarray, t: np.ndarray) -> list[int]:
    """The rows that are not strictly on the right side of a line."""
    return np.flatnonzero(t * activations_of(line, X) <= 0).tolist()


def tells_activation(words: str, line, x: np.ndarray) -> bool:
    """Whether a worked line is w · x + b of this point, term by term."""
    pairs = [number for pair in zip(line.weights, x, strict=True) for number in pair]
    return figures(words) == near([*pairs, line.bias, activations_of(line, x[None])[0]])


def tells_correction(weights: str, bias: str, before, size: float, x: np.ndarray, after) -> bool:
    """Whether two worked lines are the step from one line to the next: so much of the point is added."""
    first = figures(weights) == near([*before.weights, size, *x, *after.weights])
    return first and figures(bias) == near([before.bias, size, after.bias])


def lists_correction(table: Table, before, size: float, x: np.ndarray, after) -> bool:
    """Whether a table has the same step weight by weight, the bias first."""
    _, old, added, new = zip(*table.rows, strict=True)
    same = [*old] == pytest.approx(before.packed) and [*new] == pytest.approx(after.packed)
    return same and [*added] == pytest.approx(size * np.append(1.0, x))


def near(wanted: Iterable[float]) -> object:
    """What these numbers are to four digits."""
    return pytest.approx(np.array(list(wanted), dtype=float), rel=6e-4, abs=1e-12)


def lines_of(marks: Iterable[Mark], role: str) -> list[Line]:
    return [mark for mark in marks if isinstance(mark, Line) and mark.role == role and mark.surface.kind == "plane"]


def rows_of(marks: Iterable[Mark], role: str) -> list[int]:
    """The rows of the data that are drawn in a role, each at its own place."""
    drawn = [mark for mark in marks if isinstance(mark, Points) and mark.surface.kind == "plane"]
    return [int(row) for mark in drawn if mark.role == role for row in mark.rows]


def chart(marks: Iterable[Mark], name: str) -> list[Bars | Curve]:
    return [mark for mark in marks if isinstance(mark, (Bars, Curve)) and mark.surface.name == name]


def is_line(mark: Line, line) -> bool:
    """Whether the mark is this line, with its bias, on the side it has."""
    return mark.weights.tolist() == line.weights.tolist() and mark.bias == line.bias and mark.level == 0
