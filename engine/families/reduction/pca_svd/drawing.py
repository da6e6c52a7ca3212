"""What a step of PCA by singular values looks like: the same axes, and the singular values."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.marks import Bars, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import MOST, axes, deviations, projection, scree
from engine.families.reduction.pca_svd.loop import Params, Step

FIRST_AXIS = 1
"""The step of the first axis."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    centre = Points(step.mean[None], "centre")
    if step.model is None or step.variances is None or step.singular is None:
        return [*deviations(data, step.mean), centre]
    found, newest = len(step.model.components), step.stage == "axis"
    total = float(step.variances.sum())
    s = step.singular[:MOST]
    surface = Surface("chart", "Singular values", "axis", "s")
    drawn: list[Mark] = [Bars(s, tuple(str(j + 1) for j in range(len(s))), chosen=found - 1, surface=surface)]
    drawn += scree(step.variances, total, found, found - 1 if newest else None, newest, FIRST_AXIS)
    if not newest:
        drawn += projection(data, step.model, total, True)
    return [*axes(step.model, newest), *drawn, centre]
