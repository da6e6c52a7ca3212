"""Distances: how far two points are apart, one coordinate after the other.   (Minkowski 1896; Hamming 1950)

Manhattan  Σ |a_j − b_j|     Euclidean  √Σ (a_j − b_j)²     squared  Σ (a_j − b_j)²
Minkowski  (Σ |a_j − b_j|^p)^(1/p), for p = ∞ as     Chebyshev  max |a_j − b_j|     Hamming  Σ [a_j ≠ b_j]
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import KeepColumns, Objection, Prepare, SetParameter
from engine.base.errors import remedies as remedies_of
from engine.base.params import choice, flag, line, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure, short
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.distances.distance.strings import table_of, unequal
from engine.maths.algebra.metrics import LARGEST, SMALLEST
from engine.models.neighbours import CHEBYSHEV, EUCLIDEAN, HAMMING, MANHATTAN, MINKOWSKI
from engine.models.pair import Pair
from engine.parts.ranges import reach


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Pair | None = None) -> Steps:
    data = compared(data, params)
    by_hand = None if of_strings(params) else start
    points, given = (by_hand.points, np.ones((2, data.d), dtype=bool)) if by_hand else rows_of(data, params)
    apart = np.where(given.all(axis=0), np.abs(points[0] - points[1]), 0.0)
    unit = scale_of(apart, params)
    terms = terms_of(apart / unit, int(given.all(axis=0).sum()), params)
    model = None if of_strings(params) else Pair(points)
    step = Step(part="start", model=model, points=points, gaps=apart, terms=terms, unit=unit, given=given)
    yield step

    for done in stops(data.d):
        so_far = terms[:done].max() if kind(params) == CHEBYSHEV else terms[:done].sum()
        step = replace(step, part="coordinate", done=done, before=step.done, last=step.total, total=float(so_far))
        yield step

    distance = rooted(step.total, unit, params)
    if kind(params) in ROOTED:
        yield replace(step, part="root", distance=distance)
    yield replace(step, part="answer", distance=distance)
    return Ending.converged(f"The distance is {figure(distance)}.")


def of_strings(params: Params) -> bool:
    """Whether two strings were typed, which are compared in place of two rows."""
    return params.distance == HAMMING and bool(params.first_string and params.second_string)


def compared(data: Dataset, params: Params) -> Dataset:
    """The data, or two typed strings as a table of two rows."""
    return table_of(params.first_string, params.second_string) if of_strings(params) else data


def rows_of(data: Dataset, params: Params) -> tuple[np.ndarray, np.ndarray]:
    """(2, d) the two rows and which cells are given: a missing one stands in the middle of its column."""
    rows = data.X if of_strings(params) else data.X[[params.first - 1, (params.second or data.n) - 1]]
    given = ~np.isnan(rows)
    low, high = reach(data)
    return np.where(given, rows, np.rint(low / 2 + high / 2)), given


def kind(params: Params) -> str:
    """The distance that is worked out: Minkowski of order ∞ is Chebyshev."""
    return CHEBYSHEV if params.distance == MINKOWSKI and params.infinite else params.distance


def terms_of(gaps: np.ndarray, shared: int, params: Params) -> np.ndarray:
    """(d,) what each gap adds, or for Chebyshev what is compared; so many coordinates are given in both points."""
    if kind(params) in (EUCLIDEAN, SQUARED):
        return np.asarray(gaps * gaps)
    if kind(params) == MINKOWSKI:
        return np.asarray(gaps**params.p)
    if kind(params) == HAMMING:
        share = 1.0 / shared if params.normalised else 1.0
        return np.where(gaps != 0, share, 0.0)
    return gaps


def scale_of(gaps: np.ndarray, params: Params) -> float:
    """What is divided out first: the largest gap, where a square or power of it would be too large or too small."""
    top = float(gaps.max())
    if kind(params) == EUCLIDEAN:
        return top if top and not SMALLEST < top < LARGEST else 1.0
    if kind(params) != MINKOWSKI or top == 0 or abs(params.p * math.log10(top)) < POWERS:
        return 1.0
    return top


def rooted(total: float, unit: float, params: Params) -> float:
    """The distance from the sum of the terms."""
    if kind(params) == EUCLIDEAN:
        return unit * math.sqrt(total)
    return unit * total ** (1.0 / params.p) if kind(params) == MINKOWSKI else total


def stops(d: int) -> list[int]:
    """After how many coordinates to stop: after each of a few, of many in about twenty stretches."""
    return list(range(1, d + 1)) if d <= FEW else [round(d * part / 20) for part in range(1, 21)]


def bound(data: Dataset, params: Params) -> int:
    return 3 + len(stops(len(params.first_string) if of_strings(params) else data.d))


def limits(data: Dataset, params: Params) -> str:
    """Both rows must be there, or two strings of one length; but for Hamming all cells must be numbers and be there."""
    if of_strings(params):
        return unequal(params.first_string, params.second_string)
    for name, row in (("first", params.first), ("second", params.second)):
        if row > data.n:
            words = f"{name} = {row} is no row: choose from 1 to {data.n:,}."
            return Objection(words, SetParameter(name, data.n))
    if params.distance == HAMMING:
        return _nothing_shared(data, params)
    wordy = [j for j, column in enumerate(data.columns) if column.kind == "categorical"]
    if wordy:
        kept = tuple(j for j in range(data.d) if j not in wordy)
        remedies = (SetParameter("distance", HAMMING), Prepare("OneHot"), *([KeepColumns(kept)] if kept else []))
        words = f"distance = {params.distance} needs numbers, and {short(data.columns[wordy[0]].name)} is categorical"
        return Objection(f"{words}: take Hamming.", *remedies)
    if params.distance == SQUARED and (words := needs.moderate(data) or needs.not_tiny(data)):
        return Objection(words, SetParameter("distance", EUCLIDEAN), *remedies_of(words))
    return needs.complete(data)


def _nothing_shared(data: Dataset, params: Params) -> str:
    """Rows without a coordinate that both have are not alike: their distance is undefined, not 0."""
    if rows_of(data, params)[1].all(axis=0).any():
        return ""
    names = " and ".join(short(data.row_name(row - 1)) for row in (params.first, params.second or data.n))
    words = (
        f"Rows {names} have no coordinate in common, so their distance is undefined: choose others, or fill the gaps."
    )
    return Objection(words, Prepare("Fill"))


SQUARED = "squared Euclidean"
KINDS = (MANHATTAN, EUCLIDEAN, SQUARED, MINKOWSKI, CHEBYSHEV, HAMMING)
ROOTED = (EUCLIDEAN, MINKOWSKI)
POWERS = 30.0
"""A power is worked out as it is while it has not more digits than this before or behind the point."""
FEW = 24
"""So many coordinates are gone through one by one."""


@dataclass(frozen=True)
class Params:
    distance: str = choice(EUCLIDEAN, KINDS, clear=True, help="how far two points are apart")
    p: float = real(
        2.0, low=0.1, high=100.0, log=True, symbol="p", when=("infinite", (False,)), label="order",
        help="1 is Manhattan, 2 Euclidean; below 1 it is no metric",
    )  # fmt: skip
    infinite: bool = flag(
        False, when=("distance", (MINKOWSKI,)), label="p = ∞", help="the largest gap alone: Chebyshev"
    )
    normalised: bool = flag(False, when=("distance", (HAMMING,)), help="divided by the number of coordinates")
    first: int = whole(
        1, low=1, high=1_000_000, of_rows=True, symbol="a", label="row", help="or drag it in the picture"
    )
    second: int = whole(
        0, low=0, high=1_000_000, of_rows=True, symbol="b", label="row", help="0 is the last; or drag it in the picture"
    )
    first_string: str = line(
        symbol="a", when=("distance", (HAMMING,)), label="string", help="type two strings to compare them, not rows"
    )
    second_string: str = line(symbol="b", when=("distance", (HAMMING,)), label="string", help="as long as string a")


@snapshot
class Step:
    """How many coordinates have been counted in."""

    part: Literal["start", "coordinate", "root", "answer"]
    model: Pair | None  # none of two strings, which are no points
    points: np.ndarray  # (2, d) what is compared
    gaps: np.ndarray  # (d,) |a_j − b_j|
    terms: np.ndarray  # (d,) what each adds
    unit: float  # what the gaps were divided by first
    given: np.ndarray  # (2, d) which cells of a and b are not missing
    done: int = 0  # so many coordinates are counted in
    before: int = 0  # how many were at the step before
    last: float = 0.0  # the sum, or the maximum, then
    total: float = 0.0  # and now
    distance: float = 0.0  # at the end

    @property
    def shared(self) -> np.ndarray:
        """(d,) which coordinates both points have; the others do not count, and their gap is 0."""
        return np.asarray(self.given.all(axis=0))
