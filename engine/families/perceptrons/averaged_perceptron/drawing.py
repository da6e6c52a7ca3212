"""What a step of the averaged perceptron looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons import examples
from engine.families.perceptrons.averaged_perceptron.loop import Params, Step
from engine.families.perceptrons.mistakes import mistaken
from engine.parts.basis import expanded
from engine.parts.basis_drawing import feature_marks
from engine.parts.line import line_marks


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    table, t = expanded(data, step.model.basis), signs(data)
    missed = np.flatnonzero(mistaken(step.model, table.X, t))
    drawn = examples.areas(step.model)
    if step.presented:
        drawn += line_marks(step.current, "ghost", label="walking", normal=True)
    drawn += line_marks(step.model, "boundary", label="average", normal=True)
    drawn += examples.missed_points(missed, step.sample, data)
    return [*drawn, *feature_marks(data, step.model)]
