"""What a step of Nearest class mean looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Line, Mark, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.families.neighbours.nearest_mean.loop import Params, Step
from engine.models.linear import Hyperplane
from engine.parts.nearest import spokes


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.model is None:
        return []
    means, classes = step.model.means, step.model.classes
    drawn: list[Mark] = _compared(step, data) if step.wrong is not None else _averaged(step, data)
    names = tuple(data.class_name(int(code)) for code in classes)
    drawn.append(Points(means, "centre", groups=classes, labels=names))
    if step.row is not None:
        drawn.append(Points(means[[step.row]], "focus"))
    return drawn


def _averaged(step: Step, data: Dataset) -> list[Mark]:
    """A spoke from every point of the class to its mean."""
    assert step.model is not None and step.row is not None
    code = step.model.classes[step.row]
    own = data.X[data.codes == code]
    return spokes(own, step.model.means[step.row], groups=np.full(len(own), code))


def _compared(step: Step, data: Dataset) -> list[Mark]:
    """The regions; between two means also the line that halves the way between them at a right angle."""
    assert step.model is not None and step.wrong is not None
    means = step.model.means
    drawn: list[Mark] = [Region(step.model)]
    if len(means) == 2 and (means[0] != means[1]).any():
        halfway = bisector(means)
        drawn.append(Segments(means[:1], means[1:], "axis"))
        drawn.append(Line(halfway.weights, halfway.bias, "boundary"))
    drawn.append(Points(data.X[step.wrong], "wrong", rows=step.wrong))
    return drawn


def bisector(means: np.ndarray, classes: tuple[int, int] = (0, 1)) -> Hyperplane:
    """The points as far from means[0] as from means[1] (2, d): w = m₁ − m₀, b = −w · (m₀ + m₁) / 2."""
    weights = means[1] - means[0]
    return Hyperplane(weights, -float((weights * (means[0] + means[1]) / 2).sum()), classes)
