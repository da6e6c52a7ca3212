"""What a step of Softmax regression (stochastic) looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.later import Later
from engine.core.marks import Curve, Mark, Points
from engine.data.dataset import Dataset
from engine.families.logistic import class_space, many_classes
from engine.families.logistic.softmax_stochastic.loop import Params, Step
from engine.parts.basis import expanded


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    drawn = many_classes.plane(step.model, data)
    if step.sample is not None:
        drawn.append(Points(data.X[[step.sample]], "focus", rows=np.array([step.sample])))
    if not (np.isfinite(step.objective) and np.isfinite(step.inside).all()):
        return drawn
    table = expanded(data, step.model.basis)
    drawn.append(many_classes.beside(step.model, table, params))
    return [*drawn, *_chart(step, data, table, params)]


def _chart(step: Step, data: Dataset, table: Dataset, params: Params) -> list[Mark]:
    """The arrows of the classes, the jagged way of each inside the pass, and the way of batch descent."""
    moved = step.model.packed - step.before.packed
    beside = np.concatenate([step.inside, step.batch])
    drawn = class_space.weight_space(step.way, np.zeros_like(moved), step.model, data, table, params, beside)
    chart = drawn[0].surface
    for k in range(len(step.model.classes)):
        drawn.append(Curve(step.batch[:, k], "ghost", surface=chart))
        drawn.append(Curve(step.inside[:, k], "residual", surface=chart))
    return drawn
