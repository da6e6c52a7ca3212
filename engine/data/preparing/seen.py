"""What there is to see of one step of a preparation at one column: its pictures, and the numbers it learnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.words import figure
from engine.data.dataset import Column, Dataset
from engine.data.preparing.looking import change, strip
from engine.data.preparing.pictures import Picture, Pictured, Proposal, Proposing, Stored
from engine.data.preparing.preparation import Preparation

DIFFERENCES = ("deviation", "max − min")
"""How the name of a number begins that is a difference of two values of the column."""
VALUES = ("fill", "mean", "min", "max", "lower fence", "upper fence", "cut")
"""How the name of one begins that is a value of the column."""


@dataclass(frozen=True, eq=False)
class Seen:
    """The pictures of a column at a step, the numbers that the step keeps for it by name, and what it proposes."""

    pictures: tuple[Picture, ...] = ()
    stored: tuple[tuple[str, Any], ...] = ()
    proposals: tuple[Proposal, ...] = ()


def seen(
    preparation: Preparation, table: Dataset, train: np.ndarray | None, place: int, name: str, row: int | None = None
) -> Seen:
    """The column `name` at the step at `place`, fitted to the rows `train`; `row` of the table is looked at.

    >>> import engine
    >>> from engine.data.preparing.scaling import Standardise
    >>> iris = engine.load("iris")
    >>> shown = seen(Preparation().with_step(Standardise()), iris, None, 0, iris.feature_names[0])
    >>> [one.title for one in shown.pictures], [what for what, _ in shown.stored]
    (['sepal length (cm)', 'sepal length (cm) − mean', 'sepal length, standardised'], ['mean', 'deviation'])
    """
    before = Preparation(preparation.entries[:place]).fit(table, train)
    made = Preparation(preparation.entries[: place + 1]).fit(table, train)
    if name not in before.data.feature_names:
        return Seen()
    if len(made.learnt) == len(before.learnt):  # it is off, or there is nothing for it
        return Seen(change(before.data, before.data, name))
    learnt, at = made.learnt[-1], np.flatnonzero(before.rows == row)
    here = int(at[0]) if len(at) else None
    if isinstance(learnt, Pictured) and name in learnt.names:
        shown = learnt.picture(before.data, made.data, name, here)
    else:
        shown = change(before.data, made.data, name)
    stored = learnt.stored(name) if isinstance(learnt, Stored) and name in learnt.names else ()
    first = () if train is None else (strip(table.n, train),)
    column = before.data.columns[before.data.feature_names.index(name)]
    if column.is_date:
        stored = tuple((what, _of_date(column, what, one)) for what, one in stored)
    elif column.levels and name in made.data.feature_names:  # a code is told as its level
        stored = tuple((what, made.data.columns[made.data.feature_names.index(name)].text(one)) for what, one in stored)
    offers = learnt.proposals(before.data, name) if isinstance(learnt, Proposing) and name in learnt.names else ()
    return Seen((*first, *shown), stored, offers)


def _of_date(column: Column, what: str, value: Any) -> Any:
    """A number that is kept for a column of dates: a length of time in days, a date, or what has another unit."""
    if what.startswith(DIFFERENCES):
        return f"{figure(value)} days"
    return column.figure(value) if what.startswith(VALUES) else value
