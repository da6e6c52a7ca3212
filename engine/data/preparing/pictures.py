"""What there is to see of a step at one column: a small closed vocabulary of records, which any front end can paint.

A step that has a picture of its own says so in `picture(before, after, name, row)` of what it learnt; every other shows
the column before and after it. Each picture has a title, words, and parts that are named one by one when pointed at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np

from engine.base.words import counted, figure, listed
from engine.data.dataset import Column, Dataset
from engine.data.preparing.step import Step

MOST_DOTS, MOST_STAIRS, MOST_ROWS, MOST_NAMES = 200, 400, 60, 40
"""More dots, stairs, rows of a map or columns of it than these are thinned: they could not be told apart."""
PLAIN = Column("")
"""A column of numbers that are no dates."""
MORPH_STEPS = 10
"""In so many parts one shape becomes another."""


class Picture(Protocol):
    """One picture: a record with what stands over it."""

    @property
    def title(self) -> str: ...

    def words(self) -> str:
        """What is said of it in a sentence."""
        ...

    def part(self, i: int) -> str:
        """What is said of its part i."""
        ...


@runtime_checkable
class Pictured(Protocol):
    """What a step learnt, with a picture of its own."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns it is for."""
        ...

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The pictures of the column `name`; `row` of `before` is the one that is looked at."""
        ...


@runtime_checkable
class Stored(Protocol):
    """What a step learnt, as named numbers."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns it is for."""
        ...

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        """The numbers kept for the column `name`."""
        ...


@runtime_checkable
class Proposing(Protocol):
    """What a step learnt, with other steps that would do a column good."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns it is for."""
        ...

    def proposals(self, before: Dataset, name: str) -> tuple[Proposal, ...]:
        """What may take the place of the step for the column `name`."""
        ...


@dataclass(frozen=True)
class Proposal:
    """A step that may be taken instead, in words for a button."""

    words: str
    step: Step


@dataclass(frozen=True, eq=False)
class Histogram:
    """How the values of a column are spread.

    counts (b,), ends (b + 1,)   how many rows lie in each bin;   skew   g₁ of the values
    fences   between which values nothing is an outlier, or None;      out   how many values are
    cuts (c,), below (c,)        where the column is cut into levels, and how many rows lie below each cut
    column   how its values are told
    """

    title: str
    counts: np.ndarray
    ends: np.ndarray
    skew: float
    fences: tuple[float, float] | None = None
    out: int = 0
    cuts: np.ndarray = field(default_factory=lambda: np.zeros(0))
    below: np.ndarray = field(default_factory=lambda: np.zeros(0))
    column: Column = PLAIN

    def words(self) -> str:
        low, high = (self.column.figure(self.ends[i], 3) for i in (0, -1))
        told = f"from {low} to {high}, skew {figure(self.skew, 3)}"
        if len(self.cuts):
            sizes = np.diff(np.array([0, *self.below, self.counts.sum()], dtype=int)).tolist()
            return f"{counted(len(self.cuts), 'cut')}, {counted(len(sizes), 'bin')} of {listed(sizes)} rows"
        return f"{told}, {self.out} far out" if self.fences else told

    def part(self, i: int) -> str:
        """A cut, or a bin where there are none."""
        if not len(self.cuts):
            low, high = (self.column.figure(end, 3) for end in self.ends[i : i + 2])
            return f"{low} to {high}: {counted(int(self.counts[i]), 'row')}"
        below, n = int(self.below[i]), int(self.counts.sum())
        at = self.column.figure(self.cuts[i])
        return f"Cut {i + 1} of {len(self.cuts)} at {at}: {below:,} below, {n - below:,} from it on"


@dataclass(frozen=True, eq=False)
class BoxPlot:
    """The quartiles (3,) of a column, the last values inside the fences, and what lies beyond them with its rows."""

    title: str
    quartiles: np.ndarray
    whiskers: tuple[float, float]
    ends: tuple[float, float]
    out: np.ndarray
    rows: tuple[str, ...]
    flagged: int
    more: tuple[str, ...] = ()  # what else is said of each row that is flagged
    column: Column = PLAIN

    def words(self) -> str:
        low, middle, high = (self.column.figure(value, 3) for value in self.quartiles.tolist())
        far = f"{counted(self.flagged, 'value')} far out" if self.flagged else "nothing far out"
        return f"quartiles {low}, {middle}, {high}; {far}"

    def part(self, i: int) -> str:
        told = f"Row {self.rows[i]}: {self.column.figure(self.out[i])}, far out"
        return f"{told}; {self.more[i]}" if self.more and self.more[i] else told


@dataclass(frozen=True, eq=False)
class Staircase:
    """The empirical distribution, `shares` at `values`, ascending, and one row's value projected onto it."""

    title: str
    values: np.ndarray
    shares: np.ndarray
    row: str = ""
    value: float = np.nan
    share: float = np.nan
    column: Column = PLAIN

    def words(self) -> str:
        if np.isnan(self.value):
            return "Select a row to see its value become its share."
        return f"Row {self.row}: {self.column.figure(self.value)} becomes {figure(self.share)}"

    def part(self, i: int) -> str:
        return f"{self.column.figure(self.values[i])} becomes {figure(self.shares[i])}"


@dataclass(frozen=True, eq=False)
class Gaps:
    """Where values are missing: cells (r, c) is 0 for a value, 1 for a gap that is filled and 2 for one that is not.

    Many rows are thinned to `MOST_ROWS` bands, and a band has a gap where one of its rows has; `fills` are in words.
    """

    title: str
    cells: np.ndarray
    names: tuple[str, ...]
    counts: tuple[int, ...]
    n: int
    holed: int
    fills: tuple[str, ...]

    def words(self) -> str:
        if not self.holed:
            return f"No gap in {counted(self.n, 'row')}"
        where = [f"{name} {count:,}" for name, count in zip(self.names, self.counts, strict=True) if count]
        return f"{counted(sum(self.counts), 'gap')} in {self.holed:,} of {counted(self.n, 'row')}: {listed(where, 4)}"

    def part(self, i: int) -> str:
        told = f"{self.names[i]}: {counted(self.counts[i], 'gap')}"
        return f"{told}, filled with {self.fills[i]}" if self.fills[i] and self.counts[i] else told


@dataclass(frozen=True, eq=False)
class Means:
    """The mean of the target in bins of a column.

    ends (b + 1,), means (b,), counts (b,)   NaN where a bin has no row;   c   from where distances count
    """

    title: str
    ends: np.ndarray
    means: np.ndarray
    counts: np.ndarray
    c: float

    @property
    def turns(self) -> int:
        """How often the means turn round by more than a tenth of their range."""
        there = self.means[~np.isnan(self.means)]
        moves: list[float] = []
        last = float(there[0])
        for value in there.tolist():
            if abs(value - last) > 0.1 * np.ptp(there):
                moves.append(np.sign(value - last))
                last = value
        return int(np.count_nonzero(np.diff(moves)))

    @property
    def proposed(self) -> float:
        """The middle of the bin that lies furthest from the ends of the curve: a candidate for c."""
        there = np.flatnonzero(~np.isnan(self.means))
        level = (self.means[there[0]] + self.means[there[-1]]) / 2
        best = there[int(np.argmax(np.abs(self.means[there] - level)))]
        return float(self.ends[best] + self.ends[best + 1]) / 2

    def words(self) -> str:
        if self.turns == 0:
            return "Monotonic: the column can stay as it is."
        c = figure(self.proposed, 3)
        return f"Not monotonic: take |x − c| or (x − c)² with c near {c}, or bins."

    def part(self, i: int) -> str:
        where = f"{figure(self.ends[i], 3)} to {figure(self.ends[i + 1], 3)}"
        return f"{where}: {figure(self.means[i], 3)} over {counted(int(self.counts[i]), 'row')}"


@dataclass(frozen=True, eq=False)
class Strip:
    """The rows of the table in their order: which of them (bands of them, where they are many) are learnt from."""

    title: str
    learning: np.ndarray
    used: int
    n: int

    def words(self) -> str:
        return f"learnt from {self.used:,} of {counted(self.n, 'row')}"

    def part(self, i: int) -> str:
        return "learnt from" if self.learning[i] else "not learnt from: prepared with the same numbers"


@dataclass(frozen=True, eq=False)
class Morph:
    """How the shape of a column becomes another: each row moves from where it was to where it is.

    old, new (n,)   where rows lie, 0 at the least of them and 1 at the greatest, before and after
    """

    title: str
    old: np.ndarray
    new: np.ndarray

    def at(self, i: int) -> np.ndarray:
        """(b,) how many rows lie in each of 20 bins after i of `MORPH_STEPS` parts of the way."""
        share = i / MORPH_STEPS
        counts: np.ndarray = np.histogram((1 - share) * self.old + share * self.new, 20, (0.0, 1.0))[0]
        return counts

    def words(self) -> str:
        return "point from left to right: every row moves to its new place"

    def part(self, i: int) -> str:
        return (
            "as it was" if i == 0 else "as it is now" if i == MORPH_STEPS else f"{100 * i // MORPH_STEPS} % of the way"
        )
