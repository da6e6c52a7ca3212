"""What a step of item neighbours looks like: the two columns, the similarities, and the balance of the neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.item_neighbours.loop import Params, Step
from engine.families.recommenders.seesaw import seesaw
from engine.families.recommenders.table_drawing import table

SIMILAR = Surface("chart", "Similarity to the film", "", "similarity")
MOST = 20
"""So many films have a bar, those compared last."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    lit = counting(step, data.X)
    drawn: list[Mark] = [table(data, params, data.X, step.user, None, step.film, lit, other=step.other)]
    if step.done:
        places = np.arange(max(step.done - MOST, 0), step.done)
        if step.order is not None and len(step.films) > MOST:
            places = np.argsort(-step.similarity, kind="stable")[:MOST]
        names = tuple(data.columns[int(step.films[at])].name for at in places)
        at = np.flatnonzero(places == (-1 if step.place is None else step.place))
        drawn.append(Bars(step.similarity[places], names, None, int(at[0]) if at.size else None, surface=SIMILAR))
    if step.order is not None and step.added:
        chosen = step.order[: step.added]
        names = tuple(data.columns[int(step.films[place])].name for place in chosen)
        drawn += seesaw(step.given[chosen], step.similarity[chosen], names, step.x, "rating", step.part == "add")
    return drawn


def counting(step: Step, X: np.ndarray) -> np.ndarray:
    """(C, F) the ratings that are compared, or the user's own of the neighbours."""
    lit = np.zeros(X.shape, dtype=bool)
    if step.part == "film" and step.other is not None:
        both = ~np.isnan(X[:, step.film]) & ~np.isnan(X[:, step.other])
        both[step.user] = False
        lit[:, [step.film, step.other]] = both[:, None]
    elif step.order is not None:
        lit[step.user, step.films[step.order[: step.added]]] = True
    return lit
