"""What a step of Poisson regression looks like: the mean with its spread, and the line through the working response."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points, Region, Response
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.robust_regression.pictures import FAINT, STRONG
from engine.families.robust_regression.poisson_regression.loop import Params, Step
from engine.parts.basis_drawing import bumps

WORKING = "Working response"


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model), *bumps(step.model.basis, data)]
    if step.before != step.model:
        key = ("fit", step.before.packed.tobytes())
        drawn.append(Response(step.before.predict, role="ghost", label="before", key=key))
    return [*drawn, *working(step, data)]


def working(step: Step, data: Dataset) -> list[Mark]:
    """z with dots as large as their weights, and ln μ through them: over the feature, or over ln μ of several."""
    eta, single = step.model.logarithms(data.X), data.d == 1
    across = data.X[:, 0] if single else eta
    chart = Surface("chart", WORKING, data.columns[0].title if single else "ln μ", "z, and ln μ")
    order = np.argsort(across, kind="stable")
    sizes = FAINT + (STRONG - FAINT) * step.weights / step.weights.max()
    dots = np.column_stack([across, step.response])
    line = np.column_stack([across, eta])[order]
    drawn: list[Mark] = [Curve(line, "boundary", label="ln μ", surface=chart)]
    if single and step.iteration:
        before = np.column_stack([across, step.before.logarithms(data.X)])[order]
        drawn.append(Curve(before, "ghost", label="before", surface=chart))
    return [*drawn, Points(dots, "data", sizes=sizes, rows=np.arange(data.n), surface=chart)]
