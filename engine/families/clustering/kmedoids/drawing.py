"""What K-medoids look like: the rows that stand for the others, and a line from each row to its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.families.clustering.group_drawing import grouped, numbered_centres, pictured
from engine.families.clustering.kmedoids.loop import Params, Step
from engine.parts.nearest import spokes


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.model is None or step.labels is None:
        return []
    labels, centres = step.labels, step.model.centres
    drawn: list[Mark] = [Region(step.model), grouped(data, labels, len(centres))]
    drawn += spokes(data.X, centres[labels], groups=labels)
    if step.kind == "swap":
        k = changed(step)
        old, new = data.X[step.before[[k]]], data.X[step.medoids[[k]]]
        drawn.append(Points(old, "ghost", groups=np.array([k]), rows=step.before[[k]]))
        drawn.append(Segments(old, new, "path", arrows=True, groups=np.array([k])))
    drawn.append(numbered_centres(centres))
    if step.kind != "rest":
        here = step.medoids[[changed(step)]]
        drawn.append(Points(data.X[here], "focus", rows=here))
    return drawn + pictured(data, centres)


def changed(step: Step) -> int:
    """The number of the medoid that is new."""
    if step.kind == "build":
        return len(step.medoids) - 1
    return int(np.flatnonzero(step.medoids != step.before)[0])
