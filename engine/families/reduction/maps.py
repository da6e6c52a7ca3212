"""Maps of rows as they are drawn and asked about, however the places were found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.base.words import counted, figure
from engine.core.algorithm import Inquiry
from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.story import Number, Story, Table
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import groups_of
from engine.maths.algebra.distances import squared_distances
from engine.parts.nearest import spokes
from engine.parts.panels import dotted

MAP = Surface("chart", "Map", square=True)
PAIRS = 2000
"""A Shepard diagram has a dot for so many pairs of rows, evenly spread over all."""
NEAR = 10
"""So many of the nearest rows are looked for again on the map."""
BLOCK = 64
"""So many rows of a map are ranked at a time: their distances fit in the cache."""
LISTED = 5
"""So many of the nearest rows of the one that is asked about are joined to it and listed."""


def rows_placed(data: Dataset, places: np.ndarray) -> Points:
    """Every row at its place, in the colour of its class: the same rows as on the plane."""
    return Points(places, "data", groups_of(data), rows=np.arange(data.n), names=data.class_titles, surface=MAP)


def moves(before: np.ndarray, places: np.ndarray) -> Iterator[Mark]:
    """From where each row was to where it is."""
    for mark in spokes(before, places, role="path"):
        yield replace(mark, surface=MAP)


def apart(places: np.ndarray) -> np.ndarray:
    """(n, n) how far the places are from one another."""
    return np.asarray(np.sqrt(squared_distances(places, places)))


def pairs_shown(n: int) -> tuple[np.ndarray, np.ndarray]:
    """The pairs of rows that are dots: of many only some, evenly spread."""
    rows, columns = np.triu_indices(n, 1)
    some = dotted(len(rows), PAIRS) if len(rows) else np.zeros(0, dtype=np.intp)
    return rows[some], columns[some]


def shepard(
    name: str, far: np.ndarray, other: np.ndarray, x: str, y: str, line: str = "true", shown: bool = True
) -> Iterator[Mark]:
    """A dot for each pair of rows: across one distance and up another, both (n, n), with the line where they agree."""
    rows, columns = pairs_shown(len(far))
    if not len(rows):
        return
    total = len(far) * (len(far) - 1) // 2
    some = "" if total == len(rows) else f", {len(rows):,} of {counted(total, 'pair')}"
    there = Surface("chart", name, f"{x}{some}", y, square=True, open=shown)
    across = far[rows, columns]
    up = other[rows, columns]
    top = float(max(across.max(), up.max()))
    yield Curve(np.array([[0.0, 0.0], [top, top]]), "boundary", label=line, surface=there)
    yield Points(np.column_stack([across, up]), "plain", sizes=np.full(len(across), 0.3), surface=there)


def counted_near(n: int) -> int:
    """How many nearest rows are looked for again; 0 of too few rows."""
    return min(NEAR, (n - 1) // 2)


def nearest_of(far: np.ndarray, count: int, first: int = 0) -> np.ndarray:
    """(m, n) which other rows are among so many nearest of rows `first`, `first` + 1, ...; the lower on a tie.

    far  (m, n) how far these are from all rows
    """
    others, rows = np.array(far), np.arange(len(far))
    others[rows, first + rows] = np.inf
    last = np.partition(others, count - 1, axis=1)[:, count - 1 : count]
    there = others < last
    tied = others == last
    if tied.sum() > len(far):
        tied &= np.cumsum(tied, axis=1) <= count - there.sum(axis=1, keepdims=True)
    return np.asarray(there | tied)


def kept(near: np.ndarray, places: np.ndarray) -> float:
    """What share of so many nearest rows in the data is among as many nearest on the map, a block after the other.

    near  (n, n) which rows are, for each row
    """
    count, both = counted_near(len(near)), 0
    for first in range(0, len(near), BLOCK):
        part = slice(first, first + BLOCK)
        far = np.sqrt(squared_distances(places[part], places))
        both += int(np.count_nonzero(near[part] & nearest_of(far, count, first)))
    return both / (count * len(near))


def kept_told(data: Dataset, called: str, far: np.ndarray, places: np.ndarray) -> tuple[Number, ...]:
    """How many of the neighbours are neighbours on the map, as a number with its note.

    far  (n, n) the distances of the data, which are `called` so: its neighbours are ranked once for all steps
    """
    count = counted_near(data.n)
    if not count:
        return ()
    near = data.cached(("nearest rows", called), lambda: nearest_of(far, count))
    note = f"of the {count} nearest rows of each, also nearest on the map"
    return (Number("neighbours kept", kept(near, places), note),)


def row_at(data: Dataset, x: np.ndarray) -> int | None:
    """Which row the point x (d,) is, the first of equal ones; None where it is no row."""
    found = np.flatnonzero((x == data.X).all(axis=1))
    return int(found[0]) if len(found) else None


def nowhere(formula: str) -> Inquiry:
    """What is said of a point that is no row."""
    return Inquiry(Story("A map has places for its rows alone: this point is none of them, and has no place.", formula))


def nearest_told(data: Dataset, far: np.ndarray, places: np.ndarray, row: int, formula: str) -> Inquiry:
    """The nearest rows of one in the data, and how far from it they are on the map, joined to it on both."""
    near = np.argsort(np.where(np.arange(data.n) == row, np.inf, far[row]), kind="stable")[: min(LISTED, data.n - 1)]
    gaps = np.sqrt(((places[near] - places[row]) ** 2).sum(axis=1))
    listed = tuple((data.row_name(int(j)), float(far[row, j]), float(gap)) for j, gap in zip(near, gaps, strict=True))
    ringed = Points(places[[row]], "focus", rows=np.array([row]), surface=MAP)
    if not len(near):
        return Inquiry(Story(f"Row {data.row_name(row)} is alone.", formula), (ringed,))
    said = f"Row {data.row_name(row)}, joined to its {counted(len(near), 'nearest row')} in the data. The nearest, "
    said += f"row {listed[0][0]}, is {figure(listed[0][1])} away in the data and {figure(listed[0][2])} on the map."
    table = Table("Nearest in the data", ("row", "in the data", "on the map"), listed)
    lines: list[Mark] = [
        Segments(np.repeat(data.X[[row]], len(near), axis=0), data.X[near], "spoke"),
        Segments(np.repeat(places[[row]], len(near), axis=0), places[near], "spoke", surface=MAP),
    ]
    return Inquiry(Story(said, formula, tables=(table,)), (*lines, ringed))
