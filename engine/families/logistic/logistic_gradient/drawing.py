"""What a step of Logistic regression (gradient) looks like."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.core.later import Later
from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.logistic import checking, two_classes
from engine.families.logistic.logistic_gradient.loop import Params, Step
from engine.families.logistic.objectives import TwoClasses
from engine.parts import weight_space
from engine.parts.basis import expanded
from engine.parts.descending import next_move


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    drawn = two_classes.plane(step.model, step.before if step.iteration else None, data)
    if not (np.isfinite(step.objective) and np.isfinite(step.gradient).all()):
        return drawn
    table, objective = expanded(data, step.model.basis), TwoClasses.posed(data, step.model.basis, params)
    problem = weight_space.Problem(objective.Phi, objective.t, objective.ridge)
    move = next_move(step.moved, step.gradient, step.rate, params.momentum)
    compare = partial(checking.compared, step, objective.values, objective.Phi, params)
    drawn.append(checking.drawn(compare, ("bias", *table.feature_names)))
    drawn += two_classes.beside(step.model, table, params)
    height, slope = step.objective, step.gradient
    return [*drawn, *weight_space.descent(step.model.packed, step.way, move, height, slope, problem, table)]
