"""What the robust regressions draw alike: the fit with its rows, least squares beside it, leverages."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Bars, Mark, Points, Response
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.robust_regression.posing import leverages_of
from engine.models.linear import LinearPredictor
from engine.parts.regression import Problem

LEVERAGE = Surface("chart", "Leverage", "row", "leverage h")
BARS = 40
"""Of more rows those with the greatest leverages have bars."""
FAINT, STRONG = 0.15, 1.2
"""The areas of dots whose weight is 0 and 1."""


def fits(model: LinearPredictor, least: LinearPredictor, before: LinearPredictor) -> list[Mark]:
    """Least squares and the fit before, where the plane has the target up, unless they are the fit itself."""
    drawn: list[Mark] = []
    if before not in (model, least):
        drawn.append(Response(before.predict, role="spoke", label="before", key=("fit", before.packed.tobytes())))
    if least != model:
        drawn.append(Response(least.predict, role="ghost", label="least squares", key=("fit", least.packed.tobytes())))
    return drawn


def sized(data: Dataset, weights: np.ndarray) -> Points:
    """The rows, as large as their weights (n,)."""
    return Points(data.X, "data", sizes=FAINT + (STRONG - FAINT) * weights, rows=np.arange(data.n))


def leverage_bars(problem: Problem, data: Dataset, chosen: int | None, shown: bool) -> list[Mark]:
    """The leverage of each row; of many those that have the most, and the chosen one."""
    h = leverages_of(problem)
    rows = np.arange(data.n)
    if data.n > BARS:
        rows = np.sort(np.argsort(-h, kind="stable")[:BARS])
        if chosen is not None and chosen not in rows:
            rows = np.sort(np.append(rows[:-1], chosen))
    place = int(np.flatnonzero(rows == chosen)[0]) if chosen is not None else None
    names = tuple(data.row_name(int(row)) for row in rows)
    title = "row" if data.n <= BARS else f"the {BARS} rows with most of it"
    surface = Surface(LEVERAGE.kind, LEVERAGE.name, title, LEVERAGE.y, open=shown)
    return [Bars(h[rows], names, chosen=place, surface=surface)]
