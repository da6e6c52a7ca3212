"""What a step of Linear separability looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Line, Mark, Points, Region
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.discriminants.meeting_drawing import meeting_marks
from engine.families.discriminants.separability.loop import Params, Step
from engine.maths.algebra.affine import activations
from engine.parts.basis import expanded
from engine.parts.basis_drawing import feature_marks
from engine.parts.line import line_marks


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    plane = step.model
    drawn: list[Mark] = [Region(plane)] if plane.weights.any() or step.stage == "one class" else []
    if step.meeting is not None:
        drawn += meeting_marks(step.meeting, data, plane.basis)
    if plane.weights.any():
        drawn += _line(step, data)
    return [*drawn, *(feature_marks(data, plane) if len(data.classes_present) == 2 else [])]


def _line(step: Step, data: Dataset) -> list[Mark]:
    """The line, the strip that is free of points, and the points that lie on its edge."""
    plane, right = step.model, rightness(step, data)
    least = max(float(right.min()), 0.0)
    drawn: list[Mark] = []
    if plane.basis is None and step.stage == "strict":
        drawn += [Line(plane.weights, plane.bias, "margin", level) for level in (least, -least)]
    drawn += line_marks(plane, "boundary", normal=True)
    nearest = np.flatnonzero(right <= least + 1e-9 * float(np.abs(right).max()))
    return [*drawn, Points(data.X[nearest], "focus", rows=nearest)]


def rightness(step: Step, data: Dataset) -> np.ndarray:
    """(n,) t (w · x + b): how far to its right side each row lies."""
    X = expanded(data, step.model.basis).X
    return np.asarray(signs(data) * activations(X, step.model.weights, step.model.bias))
