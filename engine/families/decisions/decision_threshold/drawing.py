"""What a step of the decision threshold looks like: two humps, both kinds of mistake hatched, and what can be saved."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.data.dataset import Dataset
from engine.families.decisions.decision_threshold.loop import Params, Step
from engine.families.decisions.decision_threshold.surfaces import MISTAKES
from engine.families.decisions.picture import DENSITIES, between, crossed, curves, hatched, strip, top

NOTHING = 1e-6
"""So little that can be saved has no label."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    bells, cut = step.bells, step.threshold
    drawn: list[Mark] = [*curves(bells)]
    if step.part != "densities":
        drawn += hatched(bells, step.high, -np.inf, cut, "wrong")
    if step.part not in ("densities", "first"):
        drawn += hatched(bells, step.low, cut, np.inf, "wrong")
    height = 1.05 * top(bells)
    drawn.append(Segments(np.array([[cut, 0.0]]), np.array([[cut, height]]), "boundary", surface=DENSITIES))
    if step.crossings is not None:
        drawn += crossed(bells, step.crossings)
    if step.best is not None:
        drawn += strip(bells, step.best)
        drawn += between(bells, step.low, -np.inf, cut)
        drawn += between(bells, step.high, cut, np.inf)
    return [*drawn, *by_threshold(step)]


def by_threshold(step: Step) -> list[Mark]:
    """P(mistake) over the thresholds, the one in use, and the least there can be."""
    if step.swept is None or step.mistake is None:
        return []
    ends = step.swept[[0, -1], 0]
    drawn: list[Mark] = [Curve(step.swept, "plain", label="P(mistake)", surface=MISTAKES)]
    if step.least is not None:
        level = np.column_stack([ends, np.full(2, step.least)])
        drawn.append(Curve(level, "best", label="best regions", surface=MISTAKES))
    if step.extra and step.extra > NOTHING:
        here, least = np.array([[step.threshold, step.least]]), np.array([[step.threshold, step.mistake]])
        drawn.append(Segments(here, least, "residual", labels=("can be saved",), surface=MISTAKES))
    return [*drawn, Points(np.array([[step.threshold, step.mistake]]), "focus", surface=MISTAKES)]
