"""What a step of matrix factorisation looks like: the ratings beside their predictions, and the plane of factors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Matrix, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.matrix_factorisation.judging import NAMES, Judged
from engine.families.recommenders.matrix_factorisation.loop import Params, Step
from engine.families.recommenders.table_drawing import COLUMNS, RATINGS, shown, table
from engine.models.ratings import RatingFactors

FACTORS = Surface("chart", "Factors of people and films", "factor 1", "factor 2")
ERRORS = Surface("chart", "Error on held-out ratings", "", "root mean squared error")
ROWS = 24
"""So many people are shown beside their predictions."""
DOTS = 400
NAMED = 40
"""Of more people or films none has its name."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [table(data, params, data.X, None, step.user, step.film, title="ratings")]
    drawn.append(predictions(step, step.model, data))
    drawn += plane(step, step.model, data)
    if step.judged is not None:
        drawn.append(bars(step.judged))
    return drawn


def predictions(step: Step, factors: RatingFactors, data: Dataset) -> Matrix:
    """What is predicted of every cell that is shown, known or not."""
    rows, columns = shown(data.n, ROWS, step.user), shown(data.d, COLUMNS, step.film)
    names = tuple(data.row_name(int(row)) for row in rows)
    heads = tuple(data.columns[int(column)].name for column in columns)
    chosen = None if step.user is None else int(np.searchsorted(rows, step.user))
    cells = factors.block(rows, columns)
    return Matrix(cells, names, heads, "heat", chosen, "predictions", (0, 1), RATINGS, rows=rows)


def plane(step: Step, factors: RatingFactors, data: Dataset) -> list[Mark]:
    """People and films at their first two factors: a person likes the films that lie in the same direction."""
    people, films = flat(factors.P)[:DOTS], flat(factors.Q)[:DOTS]
    who = tuple(data.row_name(row) for row in range(len(people))) if data.n <= NAMED else ()
    what = tuple(column.name for column in data.columns[:DOTS]) if data.d <= NAMED else ()
    names = ("people", "films")
    drawn: list[Mark] = [
        Points(people, "data", np.zeros(len(people), dtype=int), labels=who, names=names, surface=FACTORS),
        Points(films, "data", np.ones(len(films), dtype=int), labels=what, names=names, surface=FACTORS),
    ]
    for places, at in ((people, step.user), (films, step.film)):
        if at is not None and at < len(places):
            drawn.append(Points(places[[at]], "focus", surface=FACTORS))
    return drawn


def flat(factors: np.ndarray) -> np.ndarray:
    """(m, 2) the first two of them, or one and 0."""
    return factors[:, :2] if factors.shape[1] > 1 else np.column_stack([factors, np.zeros(len(factors))])


def bars(judged: Judged) -> Bars:
    """The error of the means, and that of the factors."""
    return Bars(judged.errors, NAMES, None, int(judged.errors.argmin()), surface=ERRORS)
