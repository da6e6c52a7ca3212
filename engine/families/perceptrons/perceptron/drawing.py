"""What a step of the perceptron looks like."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.core.later import Later
from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons import examples
from engine.families.perceptrons.mistakes import is_mistake
from engine.families.perceptrons.perceptron.criterion import OVER_WEIGHTS, WATERFALL, over_weights, waterfall
from engine.families.perceptrons.perceptron.loop import Params, Step
from engine.maths.algebra.affine import activations
from engine.parts.basis import expanded
from engine.parts.basis_drawing import feature_marks
from engine.parts.line import line_marks


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    table, t = expanded(data, step.model.basis), signs(data)
    a = activations(table.X, step.model.weights, step.model.bias)
    missed = np.flatnonzero(is_mistake(a, t, params.at_zero))
    drawn: list[Mark | Later] = [*examples.areas(step.model)]
    if step.best_wrong < step.wrong:
        drawn += line_marks(step.best, "best", label="best so far")
    if step.mistake:
        drawn += line_marks(step.before, "ghost", normal=True)
    drawn += line_marks(step.model, "boundary", normal=True)
    drawn += examples.missed_points(missed, step.sample, data)
    drawn.append(Later((examples.TERMS,), partial(examples.criterion_terms, missed, t * a, step.sample, data)))
    if step.mistake and step.sample is not None:
        drawn.append(Later((WATERFALL,), partial(waterfall, step.before, step.model, step.sample, table)))
    drawn.append(Later((OVER_WEIGHTS,), partial(over_weights, step.before, step.model, step.sample, table)))
    return [*drawn, *feature_marks(data, step.model)]
