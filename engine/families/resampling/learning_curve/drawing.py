"""What a number of rows looks like: those learnt from, the model of them, and both errors so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.resampling.asking import loss_of
from engine.families.resampling.learning_curve.loop import Params, Step
from engine.families.resampling.losses import unit_of
from engine.families.resampling.picturing import areas, mistakes

CURVES = Surface("chart", "Error by the number of rows", "rows learnt from")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = []
    if step.part == "size":
        learnt = np.sort(step.orders[0][: step.size])
        drawn += [*areas(step.trials[0]), Points(data.X[learnt], "support", rows=learnt)]
        drawn += mistakes(step.trials[0], data)
    return [*drawn, *curves(step, data, params)] if len(step.sizes) else drawn


def curves(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """Both errors with their deviation over the parts, the training error dashed."""
    n = step.sizes.astype(float)
    most = min(map(len, step.orders))
    top = max(float((step.validation + step.validation_off).max()), float(step.training.max())) or 1.0
    view = (0.0, 1.04 * most, -0.06 * top, 1.12 * top)
    chart = replace(CURVES, y=unit_of(loss_of(params, data)), view=view)
    training, validation = np.column_stack([n, step.training]), np.column_stack([n, step.validation])
    drawn: list[Mark] = []
    for places, off in ((training, step.training_off), (validation, step.validation_off)):
        reach = np.column_stack([0 * n, off])
        drawn.append(Segments(places - reach, places + reach, "spoke", surface=chart))
    here = np.flatnonzero(step.sizes == step.size)
    return [
        *drawn,
        Curve(training, "ghost", label="training", surface=chart),
        Curve(validation, "boundary", label="validation", surface=chart),
        Points(validation, "plain", steps=step.steps, surface=chart),
        Points(validation[here], "focus", surface=chart),
    ]
