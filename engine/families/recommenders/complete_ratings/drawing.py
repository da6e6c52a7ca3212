"""What a step of completing looks like: the table, the row of the user as it fills, and the ranking."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import ratings
from engine.families.recommenders.complete_ratings.loop import Params, Step
from engine.families.recommenders.table_drawing import COLUMNS, RATINGS, shown, table
from engine.families.recommenders.wording import film_label

RANKING = Surface("chart", "Ranking", "", "prediction")
MOST = 24
"""So many films have a bar."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    M = ratings(data, params)
    drawn: list[Mark] = [
        table(data, params, M, step.user, None, step.film, title="ratings"),
        completed(step, data, params),
    ]
    known = np.flatnonzero(~np.isnan(step.predictions))
    if len(known) and step.part != "start":
        places = known[-MOST:] if step.order is None else step.order[:MOST]
        names = tuple(film_label(data, params, int(step.gaps[at])) for at in places)
        chosen = 0 if step.order is not None else None
        drawn.append(Bars(step.predictions[places], names, None, chosen, surface=RANKING))
    return drawn


def completed(step: Step, data: Dataset, params: Params) -> Matrix:
    """The user's row; predicted cells have a rim."""
    columns = shown(len(step.filled), COLUMNS, step.film)
    heads = tuple(film_label(data, params, int(column)) for column in columns)
    new = np.isin(columns, step.gaps[: step.done])
    row = step.filled[columns][None]
    name = (data.row_name(step.user),)
    lit = new[None] if new.any() else None
    return Matrix(row, name, heads, "heat", title="completed", place=(0, 1), lit=lit, surface=RATINGS)
