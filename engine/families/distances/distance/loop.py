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
from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure, short
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.models.neighbours import CHEBYSHEV, EUCLIDEAN, HAMMING, MANHATTAN, MINKOWSKI
from engine.models.pair import Pair


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Pair | None = None) -> Steps:
    pair = start or Pair(data.X[[params.first - 1, (params.second or data.n) - 1]])
    apart = np.abs(pair.points[0] - pair.points[1])
    unit = scale_of(apart, params)
    terms = terms_of(apart / unit, params)
    step = Step("start", pair, apart, terms, unit)
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


def kind(params: Params) -> str:
    """The distance that is worked out: Minkowski of order ∞ is Chebyshev."""
    return CHEBYSHEV if params.distance == MINKOWSKI and params.infinite else params.distance


def terms_of(gaps: np.ndarray, params: Params) -> np.ndarray:
    """(d,) what each gap adds, or for Chebyshev what is compared."""
    if kind(params) in (EUCLIDEAN, SQUARED):
        return np.asarray(gaps * gaps)
    if kind(params) == MINKOWSKI:
        return np.asarray(gaps**params.p)
    if kind(params) == HAMMING:
        share = 1.0 / len(gaps) if params.normalised else 1.0
        return np.where(gaps != 0, share, 0.0)
    return gaps


def scale_of(gaps: np.ndarray, params: Params) -> float:
    """What is divided out first: for Minkowski the largest gap, where a power of it would be too large or too small."""
    top = float(gaps.max())
    if kind(params) != MINKOWSKI or top == 0 or abs(params.p * math.log10(top)) < POWERS:
        return 1.0
    return top


def rooted(total: float, unit: float, params: Params) -> float:
    """The distance from the sum of the terms."""
    if kind(params) == EUCLIDEAN:
        return math.sqrt(total)
    return unit * total ** (1.0 / params.p) if kind(params) == MINKOWSKI else total


def stops(d: int) -> list[int]:
    """After how many coordinates to stop: after each of a few, of many in about twenty stretches."""
    return list(range(1, d + 1)) if d <= FEW else [round(d * part / 20) for part in range(1, 21)]


def bound(data: Dataset, params: Params) -> int:
    return 3 + len(stops(data.d))


def limits(data: Dataset, params: Params) -> str:
    """Both rows must be there; but for Hamming every column must have numbers."""
    for name, row in (("first", params.first), ("second", params.second)):
        if row > data.n:
            words = f"{name} = {row} is no row: choose from 1 to {data.n}."
            return Objection(words, SetParameter(name, data.n))
    wordy = [j for j, column in enumerate(data.columns) if column.kind == "categorical"]
    if wordy and params.distance != HAMMING:
        kept = tuple(j for j in range(data.d) if j not in wordy)
        remedies = (SetParameter("distance", HAMMING), Prepare("OneHot"), *([KeepColumns(kept)] if kept else []))
        words = f"distance = {params.distance} needs numbers, and {short(data.columns[wordy[0]].name)} is categorical"
        return Objection(f"{words}: take Hamming.", *remedies)
    return ""


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
    first: int = whole(1, low=1, high=1000, symbol="a", label="row", help="or drag it in the picture")
    second: int = whole(0, low=0, high=1000, symbol="b", label="row", help="0 is the last; or drag it in the picture")


@snapshot
class Step:
    """How many coordinates have been counted in."""

    part: Literal["start", "coordinate", "root", "answer"]
    model: Pair
    gaps: np.ndarray  # (d,) |a_j − b_j|
    terms: np.ndarray  # (d,) what each adds
    unit: float  # what the gaps were divided by first
    done: int = 0  # so many coordinates are counted in
    before: int = 0  # how many were at the step before
    last: float = 0.0  # the sum, or the maximum, then
    total: float = 0.0  # and now
    distance: float = 0.0  # at the end
