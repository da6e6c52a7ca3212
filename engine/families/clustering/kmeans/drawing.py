"""What a step of K-means looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.families.clustering.kmeans.loop import Params, Step
from engine.parts.nearest import spokes


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    centres = step.model.centres
    K = len(centres)
    names = tuple(f"cluster {k + 1}" for k in range(K))
    drawn: list[Mark] = [Region(step.model)]
    if step.labels is not None:
        drawn.append(Points(data.X, "data", groups=step.labels, rows=np.arange(data.n), names=names))
        if step.half == "assign":
            drawn += spokes(data.X, centres[step.labels], groups=step.labels)
    if step.half == "move":
        drawn.append(Points(step.before.centres, "ghost", groups=np.arange(K)))
        drawn.append(Segments(step.before.centres, centres, "path", arrows=True, groups=np.arange(K)))
    drawn.append(Points(centres, "centre", groups=np.arange(K), labels=tuple(str(k + 1) for k in range(K))))
    if step.half == "empty" and step.cluster is not None:
        drawn.append(Points(step.before.centres[[step.cluster]], "ghost"))
    if step.focus is not None:
        drawn.append(Points(centres[[step.focus]], "focus"))
    return drawn
