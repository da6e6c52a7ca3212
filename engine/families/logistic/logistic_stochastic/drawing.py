"""What a step of Logistic regression (stochastic) looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.later import Later
from engine.core.marks import Curve, Mark, Points
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic import two_classes
from engine.families.logistic.logistic_stochastic.loop import Params, Step
from engine.parts import weight_space
from engine.parts.basis import expanded
from engine.parts.ridge import penalties
from engine.parts.weight_space import axes


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    drawn = two_classes.plane(step.model, step.before if step.seen else None, data)
    if step.sample is not None:
        drawn.append(Points(data.X[[step.sample]], "focus", rows=np.array([step.sample])))
    if not (np.isfinite(step.objective) and np.isfinite(step.inside).all()):
        return drawn
    table = expanded(data, step.model.basis)
    problem = weight_space.Problem(table.design, zero_one(data), penalties(params, table.d))
    drawn += two_classes.beside(step.model, table, params)
    return [*drawn, *_chart(step, problem, table)]


def _chart(step: Step, problem: weight_space.Problem, table: Dataset) -> list[Mark]:
    """The landscape, the jagged way inside the pass over that of the passes, and the way of batch descent."""
    w, pair = step.model.packed, list(axes(table.d))
    chart = weight_space.surface(table, np.vstack([step.way, step.inside, step.batch]))
    drawn = weight_space.landscapes(w, np.eye(len(w))[:, pair], problem, chart)
    drawn.append(Curve(step.batch, "ghost", label="batch", surface=chart))
    drawn.append(Curve(step.inside, "residual", surface=chart))
    if step.seen:
        drawn.append(Points(step.average[None, pair], "best", labels=("mean",), surface=chart))
    drawn += weight_space.travelled(step.way, step.way[-1], chart)
    return drawn + weight_space.what_is_held(table, chart)
