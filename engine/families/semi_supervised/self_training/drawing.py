"""What a step of self-training looks like: the areas, what is labelled, and what was just labelled."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.semi_supervised.picture import known_points, missed
from engine.families.semi_supervised.self_training.loop import Params, Step

COUNTS = Surface("chart", "Labelled rows of each class", "class", "rows", open=False)
SHOWN = 24
"""The counts of so many classes have a bar."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [] if step.model is None else [Region(step.model, "probability")]
    drawn.append(known_points(step.labels, data))
    given = np.flatnonzero(step.given >= 0)
    drawn.append(Points(data.X[given], "support", rows=given))
    if len(step.added):
        drawn.append(Points(data.X[step.added], "focus", rows=step.added))
    wrong = missed(step.labels, data)
    if len(wrong):
        drawn.append(Points(data.X[wrong], "wrong", rows=wrong))
    codes = data.classes_present
    if len(codes) <= SHOWN:
        drawn.append(Bars(step.counts, tuple(map(data.class_name, codes)), np.array(codes), surface=COUNTS))
    return drawn
