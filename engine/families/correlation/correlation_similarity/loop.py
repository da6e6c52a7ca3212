"""Similarity from correlation: a weight that is never below 0, so that it can weigh.   (Resnick and others 1994)

s = 1 + r        s = (1 + r) / 2        s = max(r, 0)        s = |r|          x̂ = Σ s_c x_c / Σ s_c

r_c is the correlation of row u with row c over the columns that both know, but the one that is asked about. The first
two maps differ by the factor 2, which cancels in the average. Where r is undefined the row has no weight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import AddPoints, Objection, OtherMethod, SetParameter
from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    u, column = params.asked(data)
    critics = np.delete(np.arange(data.n), u)
    compared = np.delete(np.arange(data.d), column)
    X = data.X[:, compared]
    found = np.array([correlation(X[u], X[c]) for c in critics])
    shared = (~np.isnan(X[critics]) & ~np.isnan(X[u])).sum(axis=1)
    defined = ~np.isnan(found)
    step = Step(
        part="start", u=u, column=column, critics=critics, shared=shared, r=np.nan_to_num(found), defined=defined
    )
    yield step

    weights = np.where(defined, mapped(step.r, params.map), 0.0)
    for done in pauses(len(critics), STRETCHES, False):
        step = replace(step, part="critic", weights=weights, done=done, before=step.done)
        yield step

    values = data.X[critics, column]
    heard = defined & ~np.isnan(values)
    values = np.where(heard, values, 0.0)
    average = averaged(values, weights, heard)
    yield replace(step, part="average", heard=heard, values=values, average=average)
    words = f"{counted(int(defined.sum()), 'row')} of {len(critics)} have a correlation with row {data.row_name(u)}."
    return Ending.converged(words)


def correlation(x: np.ndarray, y: np.ndarray) -> float:
    """Pearson's r of two rows (d,) over the columns that both know; NaN of fewer than two, or without variation."""
    both = ~np.isnan(x) & ~np.isnan(y)
    if both.sum() < 2:
        return float("nan")
    dx, dy = x[both] - x[both][0], y[both] - y[both][0]
    dx, dy = dx - dx.mean(), dy - dy.mean()
    lengths = float(np.sqrt(dx @ dx)) * float(np.sqrt(dy @ dy))
    return exact(float(dx @ dy) / lengths) if lengths > 0 else float("nan")


def exact(r: float) -> float:
    """1 or −1 where r is that but for rounding, so that 1 + r of opposite rows is 0."""
    return float(np.sign(r)) if abs(r) > 1 - ROUNDING else r


def mapped(r: np.ndarray, name: str) -> np.ndarray:
    """s of correlations r, of any shape.

    >>> [mapped(np.array(0.8), name).round(3).item() for name in MAPS]
    [1.8, 0.9, 0.8, 0.8]
    """
    rules = {ONE_PLUS: 1 + r, HALF: (1 + r) / 2, POSITIVE: np.maximum(r, 0.0), SIZE: np.abs(r)}
    return np.asarray(rules[name])


def averaged(values: np.ndarray, weights: np.ndarray, heard: np.ndarray) -> float | None:
    """Σ s x / Σ s of the rows that count; None where they have no weight."""
    total = float(weights[heard].sum())
    return float(weights[heard] @ values[heard]) / total if total > 0 else None


def bound(data: Dataset, params: Params) -> int:
    return 2 + min(data.n, FEW)


def limits(data: Dataset, params: Params) -> str:
    """The row is there, and knows two columns besides the one that is asked about."""
    if params.row > data.n:
        return Objection(f"row = {params.row} is no row: choose from 1 to {data.n:,}.", SetParameter("row", data.n))
    if data.d < 3:
        words = f"row u is compared over two columns or more besides the one asked about, and the table has {data.d}."
        return Objection(f"{words} Take a table with three columns or more, or another method.", OtherMethod())
    u, column = params.asked(data)
    if np.delete(~np.isnan(data.X[u]), column).sum() < 2:
        words = f"row {data.row_name(u)} knows fewer than two other columns, which a correlation needs: choose another."
        return Objection(words, SetParameter("row", 1), AddPoints())
    return ""


ROUNDING = 1e-12
STRETCHES = 12
"""Many rows are gone through in so many stretches."""
ONE_PLUS, HALF, POSITIVE, SIZE = MAPS = ("1 + r", "(1 + r) / 2", "max(r, 0)", "|r|")
TOP = {ONE_PLUS: 2.0, HALF: 1.0, POSITIVE: 1.0, SIZE: 1.0}
"""The weight of r = 1."""


@dataclass(frozen=True)
class Params:
    map: str = choice(ONE_PLUS, MAPS, symbol="s", help="max(r, 0) leaves out rows that go opposite ways")
    row: int = whole(1, low=1, high=1_000_000, of_rows=True, symbol="u", help="the others are compared with it")
    item: int = whole(0, low=0, high=1000, label="column asked about", help="0, or beyond: the last")

    def asked(self, data: Dataset) -> tuple[int, int]:
        """The indices of the row and of the column that is asked about."""
        return self.row - 1, min(self.item or data.d, data.d) - 1


@snapshot
class Step:
    """How many rows have their weight."""

    part: Literal["start", "critic", "average"]
    u: int
    column: int
    critics: np.ndarray  # (N,) the other rows
    shared: np.ndarray  # (N,) how many columns both know, but the one asked about
    r: np.ndarray  # (N,) their correlations, 0 where there is none
    defined: np.ndarray  # (N,) where there is one
    weights: np.ndarray | None = None  # (N,) s, 0 without a correlation
    done: int = 0
    before: int = 0
    heard: np.ndarray | None = None  # (N,) rows with a weight and a value of the column
    values: np.ndarray | None = None  # (N,) of the column, 0 where it does not count
    average: float | None = None  # x̂
    model: None = None
