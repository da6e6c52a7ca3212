"""What a step of active learning looks like: the areas, what is labelled, and the row that is asked for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.semi_supervised.active_learning.loop import RANDOM, Params, Step
from engine.families.semi_supervised.picture import known_points

DOUBTS = Surface("chart", "The rows it doubts most", "row", "doubt", open=False)
SHOWN = 12
"""The doubts of so many rows have a bar."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [] if step.model is None else [Region(step.model, "probability")]
    drawn.append(known_points(step.labels, data))
    given = np.flatnonzero(step.given >= 0)
    drawn.append(Points(data.X[given], "support", rows=given))
    if step.asked is not None:
        drawn.append(Points(data.X[[step.asked]], "focus", rows=np.array([step.asked]), labels=("?",)))
    if step.part == "ask" and params.strategy != RANDOM:
        rows = most_doubted(step)
        names = tuple(data.row_name(int(row)) for row in rows)
        drawn.append(Bars(step.u[rows], names, chosen=0, surface=DOUBTS))
    return drawn


def most_doubted(step: Step) -> np.ndarray:
    """(m,) the unlabelled rows with the greatest doubts, the greatest first."""
    rows = np.flatnonzero(step.labels < 0)
    return rows[np.argsort(-step.u[rows], kind="stable")[:SHOWN]]
