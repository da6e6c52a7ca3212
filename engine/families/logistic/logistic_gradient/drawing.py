"""What a step of Logistic regression (gradient) looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.later import Later
from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic import checking, two_classes
from engine.families.logistic.logistic_gradient.loop import Params, Step
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import penalised
from engine.parts import weight_space
from engine.parts.basis import expanded
from engine.parts.descending import next_move
from engine.parts.ridge import penalties


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    drawn = two_classes.plane(step.model, step.before if step.iteration else None, data)
    if not (np.isfinite(step.objective) and np.isfinite(step.gradient).all()):
        return drawn
    table = expanded(data, step.model.basis)
    problem = weight_space.Problem(with_ones(table.X), zero_one(data), penalties(params, table.d))
    move = next_move(step.moved, step.gradient, step.rate, params.momentum)
    found = checking.compared(
        step, lambda w: penalised(w, problem.Phi, problem.t, problem.penalties), problem.Phi, params
    )
    drawn += checking.drawn(found, ("bias", *table.feature_names))
    drawn += two_classes.beside(step.model, table, params)
    return [*drawn, *weight_space.descent(step.model.packed, step.way, move, step.gradient, problem, table)]
