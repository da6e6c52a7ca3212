"""What a step of a random forest looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.later import Later
from engine.core.marks import Bars, Mark, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.ensembles.ballot import voted
from engine.families.ensembles.grove import pictures
from engine.families.ensembles.random_forest.loop import Params, Step

IMPORTANCE = Surface("chart", "Importance", "feature", "rise of the error")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    if not step.grove:
        return []
    newest = step.grove[-1] if step.kind == "tree" else None
    drawn = [Region(step.model), *pictures(step.grove, step.votes, data, newest, step.vote)]
    return [*drawn, *_importance(step, data, params)]


def _importance(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """A bar for each feature shuffled so far."""
    if not step.rises:
        return []
    names = tuple(column.name for column in data.columns[: len(step.rises)])
    steps = len(step.grove) + voted(params.trees, params) + 1 + np.arange(len(names))
    return [Bars(np.array(step.rises), names, chosen=len(names) - 1, surface=IMPORTANCE, steps=steps)]
