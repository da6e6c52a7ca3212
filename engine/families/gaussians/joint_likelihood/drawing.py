"""What a step looks like: the Gaussians with the row that is added, and ln L over the parameter that is moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import joined
from engine.core.marks import Curve, Mark, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.families.gaussians.joint_likelihood.loop import Params, Step
from engine.families.gaussians.joint_likelihood.moving import COVARIANCE, OVER, PRIOR
from engine.families.gaussians.picture import ellipses


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    model = step.model
    drawn: list[Mark] = [Region(model, "probability")]
    if step.best_model is not None:
        for mean, S, code in zip(step.best_model.means, step.best_model.covariances, model.classes, strict=True):
            drawn += ellipses(mean, S, "ghost", int(code))
    for mean, S, code in zip(model.means, model.covariances, model.classes, strict=True):
        drawn += ellipses(mean, S, "plain", int(code))
    drawn.append(Points(model.means, "centre", model.classes))
    if step.row is not None:
        place = int(np.searchsorted(model.classes, data.codes[step.row]))
        x = data.X[[step.row]]
        drawn.append(Segments(x, model.means[[place]], "spoke"))
        drawn.append(Points(x, "focus", rows=np.array([step.row])))
    return [*drawn, *over_parameter(step, data, params)]


def called(step: Step, data: Dataset, params: Params) -> str:
    """The parameter that is moved, in words."""
    assert step.k is not None and step.j is not None
    name = data.class_name(data.classes_present[step.k])
    if params.moved == PRIOR:
        return f"prior of {name}"
    features = params.features(data)[: 2 if params.moved == COVARIANCE else 1]
    return f"{params.moved} of {joined([data.columns[int(j)].title for j in features])}, {name}"


def over_parameter(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """ln L over the values of the parameter, its estimate, and where it is now."""
    if step.part != "moved" or step.best is None or not np.isfinite(step.heights).all():
        return []
    surface, low = replace(OVER, x=called(step, data, params)), float(step.heights.min())
    best, now = np.array([[step.best_value, step.best]]), np.array([[step.value, step.total]])
    top = max(float(step.heights.max()), step.best)
    return [
        Curve(np.column_stack([step.places, step.heights]), "plain", surface=surface),
        Segments(np.array([[step.value, low]]), np.array([[step.value, top]]), "boundary", surface=surface),
        Points(best, "best", labels=("estimate",), surface=surface),
        Points(now, "focus", surface=surface),
    ]
