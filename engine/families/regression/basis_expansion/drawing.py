"""What a step of a basis expansion looks like: the functions scaled by their weights, their sum, weights, errors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.regression import growth_drawing
from engine.families.regression.basis_expansion.loop import POLYNOMIAL, Params, Step
from engine.parts.basis_drawing import bumps


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    across, what = axis(step, params)
    return [
        *growth_drawing.plane(step, data),
        *bumps(step.model.basis, data),
        *growth_drawing.weights(step, data),
        *growth_drawing.errors(step, across, what),
    ]


def axis(step: Step, params: Params) -> tuple[np.ndarray, str]:
    """What the errors are drawn over: the orders, or how many functions there are."""
    if params.basis == POLYNOMIAL:
        return np.arange(len(step.counts)), "order M"
    return step.counts, "basis functions M"
