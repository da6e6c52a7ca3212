"""What a step of the perceptron in delta form looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark, Region
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.perceptrons import examples
from engine.families.perceptrons.perceptron_delta.loop import Params, Step, answers
from engine.maths.algebra.affine import sizes
from engine.parts.basis import expanded
from engine.parts.basis_drawing import feature_marks
from engine.parts.line import line_marks


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    table = expanded(data, step.model.basis)
    missed = np.flatnonzero(answers(step.model, table.X, sizes(table.X)) != zero_one(data))
    drawn: list[Mark] = [Region(step.model)]
    if step.error:
        drawn += line_marks(step.before, "ghost", normal=True)
    drawn += line_marks(step.model, "boundary", normal=True)
    drawn += examples.missed_points(missed, step.sample, data)
    return [*drawn, *feature_marks(data, step.model)]
