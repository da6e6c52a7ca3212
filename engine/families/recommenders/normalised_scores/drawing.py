"""What a step of the normalised scores looks like: the table, and the profiles before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Matrix
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import ratings
from engine.families.recommenders.normalised_scores.loop import Params, Step, scores
from engine.families.recommenders.table_drawing import COLUMNS, RATINGS, ROWS, shown, table
from engine.families.recommenders.wording import critic_label, film_label, surface_of

BEFORE = Surface("chart", "Profiles of ratings", "film", "rating")
AFTER = Surface("chart", "Profiles of scores", "film", "z")
MOST = 8
"""So many critics have a profile, those that came last."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    M = ratings(data, params)
    drawn: list[Mark] = [table(data, params, M, None, step.critic, title="ratings")]
    if not step.done:
        return drawn
    drawn.append(score_table(step, data, params, M))
    for row in range(max(step.done - MOST, 0), step.done):
        known = np.flatnonzero(~np.isnan(M[row]))
        if len(known) > 1:
            role: Role = "best" if row == step.critic else "plain"
            x, z = known + 1.0, scores(M[row], step.means[row], step.deviations[row])[known]
            name, group = critic_label(data, params, row), row % MOST
            one = Curve(np.column_stack([x, M[row, known]]), role, group, name, surface=surface_of(BEFORE, params))
            drawn.append(one)
            if step.deviations[row]:
                drawn.append(replace(one, positions=np.column_stack([x, z]), surface=surface_of(AFTER, params)))
    return drawn


def score_table(step: Step, data: Dataset, params: Params, M: np.ndarray) -> Matrix:
    """The scores so far; critics without any yet have gaps."""
    rows, columns = shown(step.done, ROWS, step.critic), shown(M.shape[1], COLUMNS)
    Z = np.array([scores(M[row], step.means[row], step.deviations[row])[columns] for row in rows])
    names = tuple(critic_label(data, params, int(row)) for row in rows)
    chosen = None if step.critic is None else len(rows) - 1
    heads = tuple(film_label(data, params, int(one)) for one in columns)
    return Matrix(Z, names, heads, "heat", chosen_row=chosen, title="scores", place=(0, 1), surface=RATINGS)
