"""What a step of Softmax regression (gradient) looks like."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.core.later import Later
from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.logistic import checking, class_space, many_classes
from engine.families.logistic.objectives import ManyClasses
from engine.families.logistic.softmax_gradient.loop import Params, Step
from engine.parts.basis import expanded
from engine.parts.descending import next_move


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    drawn = many_classes.plane(step.model, data)
    if not (np.isfinite(step.objective) and np.isfinite(step.gradient).all()):
        return drawn
    move = next_move(step.moved, step.gradient, step.rate, params.momentum)
    table = expanded(data, step.model.basis)
    objective = ManyClasses.posed(data, step.model.basis, params)
    compare = partial(checking.compared, step, objective.values, objective.Phi, params)
    drawn.append(checking.drawn(compare, many_classes.weight_names(step.model, table)))
    drawn.append(many_classes.beside(step.model, table, params))
    return drawn + class_space.weight_space(step.way, move, step.model, data, table, params)
