"""What a step of the lasso says."""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.shrinkage.lasso.loop import Params, Step
from engine.families.shrinkage.sparse_telling import LEAST, THRESHOLDED, happened, measured, told
from engine.parts.regression import predicted_at

FORMULA = LEAST + r"\lambda\sum_j |w_j|, \quad w_j \leftarrow \frac{S(z_j, \lambda)}{a_j}" + THRESHOLDED


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return told(step, data, params, 1.0, FORMULA)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return measured(step, data, params, 1.0)


def event(step: Step) -> Event | None:
    return happened(step)
