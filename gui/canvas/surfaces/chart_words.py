"""What a chart tells of the place under the mouse: a bar, the nearest place of a curve, a point with a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Points
from engine.data.dataset import Column
from gui.painters import Drawn
from gui.painters.bars import WIDTH
from gui.session.coordinates import named_values

NEAR = 8.0
"""Pixels within which a curve or a point is meant."""
LONG = 2_000
"""Of a line with more vertices only those near the mouse are examined."""


def bar_at(marks: Sequence[Drawn], place: np.ndarray) -> tuple[Bars, int] | None:
    """The bar over, or under, a place (2,) of the chart: its number lies in the place itself."""
    for mark in marks:
        if isinstance(mark, Bars):
            number = round(float(place[0])) if np.isfinite(place[0]) else -1
            if 0 <= number < len(mark.values) and abs(place[0] - number) <= WIDTH / 2 and _meant(mark, number, place):
                return mark, number
    return None


def _meant(mark: Bars, number: int, place: np.ndarray) -> bool:
    """The piece of a stack at a place; any other bar also from above or below."""
    return not mark.inside or mark.tops[number] - mark.values[number] <= place[1] <= mark.tops[number]


def dot_at(marks: Sequence[Drawn], place: np.ndarray, unit: np.ndarray) -> tuple[Points, int] | None:
    """The dot near a place (2,) of the chart that leads to a step; `unit` (2,) is the size of a pixel."""
    for mark in marks:
        if isinstance(mark, Points) and mark.steps is not None and len(mark.positions):
            squares = np.nan_to_num((((mark.positions - place) / unit) ** 2).sum(axis=1), nan=np.inf)
            best = int(np.argmin(squares))
            if squares[best] <= NEAR**2 and mark.steps[best] >= 0:
                return mark, best
    return None


def told_at(
    marks: Sequence[Drawn], place: np.ndarray, unit: np.ndarray, axes: tuple[str, str], columns: Sequence[Column] = ()
) -> str:
    """What stands at a place (2,), in words; `unit` (2,) is the size of a pixel, `axes` what x and y are, of which one
    that is called as a column of dates has dates.
    """
    if (found := bar_at(marks, place)) is not None:
        return told_bar(*found)
    near = min(_candidates(marks, place, unit), key=lambda one: one[0], default=(np.inf, "", place))
    if not near[0] <= NEAR**2:
        return ""
    pairs = zip((axes[0] or "x", axes[1] or "y"), near[2].tolist(), strict=True)
    told = [f"{one.name} = {one.short_text}" for one in named_values(pairs, columns)]
    if (dot := dot_at(marks, place, unit)) is not None and dot[0].steps is not None:
        told.append(f"Click to go to step {int(dot[0].steps[dot[1]])}.")
    return "\n".join([near[1], *told] if near[1] else told)


def told_bar(mark: Bars, number: int) -> str:
    """The name of a bar, its number, and that of the line over it."""
    lines = [f"{mark.labels[number]}: {figure(float(mark.values[number]))}"]
    if mark.line is not None and np.isfinite(mark.line[number]):
        lines.append(f"{mark.line_label or 'the line'}: {figure(float(mark.line[number]))}")
    if mark.steps is not None and mark.steps[number] >= 0:
        lines.append(f"Click to go to step {int(mark.steps[number])}.")
    return "\n".join(lines)


Candidate = tuple[float, str, np.ndarray]
"""The square of how many pixels off, what it is called, and where it is (2,)."""


def _candidates(marks: Sequence[Drawn], place: np.ndarray, unit: np.ndarray) -> Iterator[Candidate]:
    """The nearest place of every curve, and the nearest point of those with names."""
    for mark in marks:
        if isinstance(mark, Curve) and len(mark.positions) > 1:
            square, where = nearest_on(_beside(mark.positions, place, unit), place, unit)
            yield square, mark.label, where
        elif isinstance(mark, Points) and len(mark.labels) == len(mark.positions) > 0:
            squares = np.nan_to_num((((mark.positions - place) / unit) ** 2).sum(axis=1), nan=np.inf)
            best = int(np.argmin(squares))
            yield float(squares[best]), mark.labels[best], mark.positions[best]


def _beside(line: np.ndarray, place: np.ndarray, unit: np.ndarray) -> np.ndarray:
    """The part of a long line (m, 2) above or below a place; parts farther away sideways are ignored."""
    if len(line) <= LONG:
        return line
    reach = 2 * NEAR * unit[0]
    sides = (line[:, 0] > place[0] - reach).view(np.int8) + (line[:, 0] > place[0] + reach)  # left, there, right of it
    there = np.flatnonzero(sides == 1)
    crossing = np.flatnonzero(sides[1:] != sides[:-1])
    found = np.concatenate([there, crossing, crossing + 1])
    return line[found.min() : found.max() + 1] if len(found) else line[:2]


def nearest_on(line: np.ndarray, place: np.ndarray, unit: np.ndarray) -> tuple[float, np.ndarray]:
    """How far off in pixels, squared, the nearest place of a line (m, 2) is, and where it is."""
    starts, ways = (line[:-1] - place) / unit, np.diff(line, axis=0) / unit
    lengths = np.maximum((ways**2).sum(axis=1), 1e-12)
    along = np.clip(-(starts * ways).sum(axis=1) / lengths, 0.0, 1.0)
    squares = np.nan_to_num(((starts + along[:, None] * ways) ** 2).sum(axis=1), nan=np.inf)
    best = int(np.argmin(squares))
    return float(squares[best]), line[best] + along[best] * (line[best + 1] - line[best])
