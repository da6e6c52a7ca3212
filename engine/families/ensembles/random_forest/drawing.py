"""What a step of a random forest looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.later import Later
from engine.core.marks import Bars, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.ensembles.grove import pictures
from engine.families.ensembles.random_forest.loop import Params, Step, voted
from engine.families.ensembles.voting import VOTES

IMPORTANCE = Surface("chart", "Importance", "feature", "rise of the error")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    if not step.grove:
        return []
    now = {"tree": step.grove[-1], "vote": step.grove[step.voter]}.get(step.kind)
    drawn = [Region(step.model), *pictures(step.grove, step.votes, data, now, step.point)]
    return [*drawn, *_votes(step, data), *_importance(step, data, params)]


def _votes(step: Step, data: Dataset) -> list[Mark]:
    """The query, and the votes for each class so far; the bar of the class that this tree votes for has a rim."""
    if step.point is None or step.cast is None:
        return []
    bars = Bars(step.cast, data.class_titles, np.arange(len(step.cast)), step.says, surface=VOTES)
    return [Points(step.point[None], "focus"), bars]


def _importance(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """A bar for each feature shuffled so far."""
    if not step.rises:
        return []
    names = tuple(column.name for column in data.columns[: len(step.rises)])
    steps = len(step.grove) + voted(params) + 1 + np.arange(len(names))
    return [Bars(np.array(step.rises), names, chosen=len(names) - 1, surface=IMPORTANCE, steps=steps)]
