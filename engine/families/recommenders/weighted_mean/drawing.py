"""What a step of the weighted mean looks like: the table, the weights on a board, and each critic's share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import ratings
from engine.families.recommenders.seesaw import seesaw
from engine.families.recommenders.table_drawing import table
from engine.families.recommenders.weighted_mean.loop import Params, Step
from engine.families.recommenders.wording import critic_label

WEIGHTS = Surface("chart", "Weight of each critic", "", "weight")
MOST = 24
"""So many critics have a bar, those weighed last."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    M = ratings(data, params)
    lit = np.zeros(M.shape, dtype=bool)
    lit[step.critics[: step.done], step.film] = step.weights[: step.done] > 0
    drawn: list[Mark] = [table(data, params, M, step.user, step.critic, step.film, lit)]
    if step.done:
        names = tuple(critic_label(data, params, int(row)) for row in step.critics[: step.done])
        shown = slice(max(step.done - MOST, 0), step.done)
        chosen = len(names[shown]) - 1 if step.critic is not None else None
        drawn.append(Bars(step.weights[shown], names[shown], None, chosen, surface=WEIGHTS))
        counts = np.flatnonzero(step.weights[: step.done] > 0)[-MOST:]
        if len(counts):
            named = tuple(names[at] for at in counts)
            new = step.critic is not None and int(counts[-1]) == step.done - 1
            drawn += seesaw(step.given[counts], step.weights[counts], named, step.prediction, "rating", new)
    return drawn
