"""What a step of inverted lists looks like: the index as a table with its lists lit, the rows compared on the plane."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark, Matrix, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.neighbour_search.inverted_lists.loop import ROWS, Params, Step
from engine.families.neighbour_search.item_sets import items, rows_as_sets
from engine.parts.nearest import to_rows

INDEX = Surface("table", "Inverted lists")
MOST = 24
"""Of more lists those of the query and the first are drawn, and of more rows the first."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, compared = step.model.point, step.candidates[: len(step.distances)]
    drawn: list[Mark] = []
    if step.part == "fetch":
        drawn.append(Points(data.X[rows := np.flatnonzero(step.shared)], "support", rows=rows))
    if step.part == "compare":
        drawn += to_rows(z, compared[step.before :], data)
    if step.part in ("compare", "answer"):
        drawn.append(Points(data.X[compared], "support", rows=compared))
    if len(step.near):
        drawn += to_rows(z, step.near, data)
        drawn.append(Points(data.X[step.near], "best", rows=step.near))
    drawn.append(Points(z[None], "focus", labels=("z",)))
    return [*drawn, index(step, data, params)]


def index(step: Step, data: Dataset, params: Params) -> Matrix:
    """A row for each list with a 1 where it has a row of the data, and a gap where that has not been read yet; those of
    the query that were fetched are lit."""
    shown, members = shown_lists(step, data), np.arange(min(data.n, MOST))
    cells = rows_as_sets(data)[np.ix_(members, shown)].T.astype(float)
    if params.build == ROWS:
        cells[:, members >= step.done] = np.nan
    else:
        cells[shown >= step.done] = np.nan
    names = items(data).names
    wanted = step.wanted[: step.fetched]
    now = np.flatnonzero(shown == wanted[-1])[0] if step.part == "fetch" else None
    return Matrix(
        cells,
        tuple(names[one] for one in shown.tolist()),
        tuple(data.row_name(row) for row in members.tolist()),
        "heat",
        None if now is None else int(now),
        _title(len(shown), len(names), data),
        surface=INDEX,
        lit=np.isin(shown, wanted),
    )


def shown_lists(step: Step, data: Dataset) -> np.ndarray:
    """Which lists are drawn, ascending."""
    count = len(items(data).names)
    asked = step.wanted[:MOST]
    others = np.setdiff1d(np.arange(count), asked)[: MOST - len(asked)]
    return np.sort(np.concatenate([asked, others])).astype(np.intp)


def _title(lists: int, count: int, data: Dataset) -> str:
    part = [f"{lists} of {count:,} lists"] if lists < count else []
    part += [f"the first {MOST} of {data.n:,} rows"] if data.n > MOST else []
    return "Which rows have an attribute" + (f" ({', '.join(part)})" if part else "")
