"""What mean shift looks like: climbers with their trails, the circle that one of them sees, and at last the peaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Ellipse, Mark, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.families.clustering.group_drawing import grouped, numbered_centres
from engine.families.clustering.mean_shift.loop import Params, Step
from engine.parts.panels import dotted

TRAILS = 150
"""So many climbers at most leave a trail."""
CLIMBER = 0.5
"""How large the dot of a climber is, beside that of a row."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.model is not None and step.labels is not None:
        centres = step.model.centres
        drawn: list[Mark] = [Region(step.model), grouped(data, step.labels, len(centres))]
        ends = step.model.predict(step.places)
        return [*drawn, *trails(step, ends), numbered_centres(centres)]
    drawn = [*trails(step, None), Points(step.places, "plain", sizes=np.full(len(step.places), CLIMBER))]
    if step.kind == "shift":
        here = leader(step)
        drawn.append(Ellipse(step.before[here], np.eye(data.d) * step.bandwidth**2, 1.0, "boundary"))
        drawn.append(Points(step.places[[here]], "focus"))
    return drawn


def leader(step: Step) -> int:
    """The climber that moved farthest."""
    return int(((step.places - step.before) ** 2).sum(axis=1).argmax())


def trails(step: Step, ends: np.ndarray | None) -> Iterator[Mark]:
    """The way of each climber so far, in the colour (s,) of the peak it ended on."""
    shown = dotted(len(step.rows), TRAILS)
    stops = [*(place[shown] for place in step.trail), step.places[shown]]
    if len(stops) > 1:
        groups = None if ends is None else np.tile(ends[shown], len(stops) - 1)
        yield Segments(np.vstack(stops[:-1]), np.vstack(stops[1:]), "path", groups=groups)
