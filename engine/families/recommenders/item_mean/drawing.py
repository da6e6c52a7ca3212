"""What a step of the item mean looks like: the column of the film in the table, and its ratings with their mean."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import ratings
from engine.families.recommenders.item_mean.loop import Params, Step
from engine.families.recommenders.table_drawing import table
from engine.families.recommenders.wording import critic_label

COLUMN = Surface("chart", "Ratings of the film", "", "rating")
MOST = 24
"""So many of the ratings have a bar, those added last."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    M = ratings(data, params)
    lit = np.zeros(M.shape, dtype=bool)
    lit[step.critics[: step.done], step.film] = True
    drawn: list[Mark] = [table(data, params, M, step.user, step.critic, step.film, lit)]
    if step.done:
        shown = slice(max(step.done - MOST, 0), step.done)
        names = tuple(critic_label(data, params, int(row)) for row in step.critics[shown])
        drawn.append(
            Bars(step.given[shown], names, None, len(names) - 1 if step.critic is not None else None,
                 step.running[shown], "running mean", surface=COLUMN)
        )  # fmt: skip
    return drawn
