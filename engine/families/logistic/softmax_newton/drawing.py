"""What a step of Softmax regression (Newton) looks like."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.core.later import Later
from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.logistic import class_space, many_classes
from engine.families.logistic.softmax_newton import hessian
from engine.families.logistic.softmax_newton.loop import Params, Step
from engine.parts.basis import expanded
from engine.parts.weight_space import HERE


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    drawn = many_classes.plane(step.model, data)
    if not (np.isfinite(step.objective) and np.isfinite(step.hessian).all()):
        return drawn
    table = expanded(data, step.model.basis)
    move = step.move.reshape(step.gradient.shape)
    space = partial(class_space.weight_space, step.way, move, step.model, data, table, params)
    blocks = partial(hessian.blocks, step.hessian, step.model, table)
    return [
        *drawn,
        Later((HERE,), space),
        many_classes.beside(step.model, table, params),
        Later(hessian.surfaces(step.hessian), blocks),
    ]
