"""What a step of RBF regression looks like: the centres ringed, the bumps, their sum, the weights, the errors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Ellipse, Mark, Points
from engine.data.dataset import Dataset
from engine.families.regression import growth_drawing
from engine.families.regression.rbf_regression.loop import Params, Step
from engine.models.basis import Gaussians

CIRCLED = 25
"""With more centres than this their circles would hide the data."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    return [
        *growth_drawing.plane(step.growth, data),
        *centres(step, data),
        *growth_drawing.weights(step.growth, data),
        *growth_drawing.errors(step.growth, step.growth.counts, "centres M"),
    ]


def centres(step: Step, data: Dataset) -> list[Mark]:
    """A ring around each centre, and the circle where its bump has fallen to e^(−½); the new one in focus."""
    basis = step.model.basis
    if not isinstance(basis, Gaussians):
        return []
    places, size = basis.centres, basis.width**2 * np.eye(data.d)
    drawn: list[Mark] = []
    if len(places) <= CIRCLED:
        drawn += [Ellipse(place, size, role="centre") for place in places]
    if (step.rows >= 0).all():
        drawn.append(Points(data.X[step.rows], "support", rows=step.rows))
        return [*drawn, Points(data.X[step.rows[-1:]], "focus", rows=step.rows[-1:])]
    heights = step.model.predict(places)
    drawn.append(Points(places, "centre", targets=heights))
    return [*drawn, Points(places[-1:], "focus", targets=heights[-1:])]
