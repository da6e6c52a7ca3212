"""What a step of the ratings matrix looks like: the cells, and people or films as points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.ratings_matrix.loop import Params, Step
from engine.families.recommenders.table_drawing import COLUMNS, ROWS, shown, table

PEOPLE = Surface("chart", "People as points")
FILMS = Surface("chart", "Films as points")
COUNTS = Surface("chart", "Ratings of each", "", "ratings")
MOST = 24
NAMED = 40
"""Of more points none has its name."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    rows, columns = shown(data.n, ROWS, step.row), shown(data.d, COLUMNS, step.column)
    lit = np.zeros(data.X.shape, dtype=bool)
    lit[tuple(step.outside.T)] = True
    if step.column is not None:
        lit[:, step.column] = True
    cells = table(data, params, data.X, None, step.row, step.column, lit)
    drawn: list[Mark] = [cells, bars(step, data, rows, columns)]
    films = step.part == "column"
    return [*drawn, *points(data.X.T if films else data.X, data, films, step.column if films else step.row)]


def bars(step: Step, data: Dataset, rows: np.ndarray, columns: np.ndarray) -> Bars:
    """How many ratings each person has given, or each film has got."""
    if step.part == "column":
        places, chosen = columns[-MOST:], step.column
        values, names = step.by_column[places], [data.columns[int(at)].name for at in places]
    else:
        places, chosen = rows[-MOST:], step.row
        values, names = step.by_row[places], [data.row_name(int(at)) for at in places]
    at = np.flatnonzero(places == (-1 if chosen is None else chosen))
    return Bars(values.astype(float), tuple(names), None, int(at[0]) if at.size else None, surface=COUNTS)


def points(M: np.ndarray, data: Dataset, films: bool, chosen: int | None) -> list[Mark]:
    """Those that have both of two ratings, at these: people by the first two films, or films by two people."""
    known = ~np.isnan(M)
    axes = np.argsort(-known.sum(axis=0), kind="stable")[:2]
    there = np.flatnonzero(known[:, axes].all(axis=1))
    if not len(there):
        return []
    names = [data.columns[j].name if films else data.row_name(j) for j in there.tolist()] if len(there) <= NAMED else []
    heads = [data.row_name(int(j)) if films else data.columns[int(j)].name for j in axes]
    here = replace(FILMS if films else PEOPLE, x=heads[0], y=heads[1])
    places = M[np.ix_(there, axes)]
    rows = None if films else there
    drawn: list[Mark] = [Points(places, "data", labels=tuple(names), rows=rows, surface=here)]
    at = np.flatnonzero(there == (-1 if chosen is None else chosen))
    if at.size:
        drawn.append(Points(places[at], "focus", surface=here))
    return drawn
