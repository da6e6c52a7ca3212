"""What a step of one bizarre rating looks like: the table, three bars, and the predictions over the rating."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import ratings
from engine.families.recommenders.bizarre_rating.loop import Params, Step
from engine.families.recommenders.bizarre_rating.moving import OVER
from engine.families.recommenders.predicting import METHODS
from engine.families.recommenders.table_drawing import table

THREE = Surface("chart", "How far each prediction moved", "", "moved")
SHARES = Surface("chart", "Share of the critic's weight", "", "share")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    M = ratings(data, params)
    lit = np.zeros(M.shape, dtype=bool)
    if step.critic is None:
        return [table(data, params, M, step.user, None, step.film)]
    lit[step.critic, step.film] = True
    drawn: list[Mark] = [table(data, params, M, step.user, step.critic, step.film, lit)]
    known = np.flatnonzero(step.known)
    names = tuple(METHODS[at] for at in known)
    if step.part == "changed" and len(known):
        drawn.append(Bars(step.moved[known], names, known, surface=THREE))
    elif len(known):
        drawn.append(Bars(step.shares[known], names, known, surface=SHARES))
    return drawn + over(step, known)


def over(step: Step, known: np.ndarray) -> list[Mark]:
    """The way of each prediction, where they are now, and the rating that is dragged."""
    if not len(known):
        return []
    drawn: list[Mark] = []
    here = np.column_stack([np.full(len(known), step.rating), step.now[known]])
    if len(step.path) > 1:
        drawn += [Curve(step.path[:, [0, 1 + at]], group=int(at), label=METHODS[at], surface=OVER) for at in known]
    low, high = float(step.path[:, 1 + known].min()), float(step.path[:, 1 + known].max())
    ends = np.array([[step.rating, low]]), np.array([[step.rating, max(high, low + 0.5)]])
    drawn.append(Segments(*ends, "boundary", surface=OVER))
    drawn.append(Points(here, "focus", surface=OVER))
    return drawn
