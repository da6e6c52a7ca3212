"""What a step of Logistic regression (Newton) looks like."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.core.later import Later
from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic import two_classes
from engine.families.logistic.logistic_newton import generative, null_space
from engine.families.logistic.logistic_newton.loop import Params, Step
from engine.parts import weight_space
from engine.parts.basis import expanded
from engine.parts.ridge import penalties


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    drawn = two_classes.plane(step.model, step.before if step.iteration else None, data)
    if not np.isfinite(step.objective):
        return drawn
    table = expanded(data, step.model.basis)
    drawn += [Later((weight_space.HERE,), partial(_weight_space, step, table, params))]
    drawn += two_classes.beside(step.model, table, params)
    if step.rank < len(step.move):
        drawn += null_space.drawn(step.model, table, params)
    drawn += generative.drawn(data, step.model, params)
    return [*drawn, Later((two_classes.RESPONSE,), partial(two_classes.response, step.model, step.move, table))]


def _weight_space(step: Step, table: Dataset, params: Params) -> list[Mark]:
    """The landscape, and the bowl that touches it here."""
    problem = weight_space.Problem(table.design, zero_one(table), penalties(params, table.d))
    bowl = weight_space.Bowl(step.objective, step.gradient, step.hessian)
    return weight_space.drawn(step.model.packed, step.way, step.move, problem, bowl, table)
