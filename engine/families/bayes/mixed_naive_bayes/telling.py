"""What a step of naive Bayes of numbers and categories says."""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.bayes.factor_words import naive_event, naive_inquiry, tell
from engine.families.bayes.fit_words import gaussian_fit, level_fit
from engine.families.bayes.mixed_naive_bayes.loop import Params
from engine.families.bayes.stepping import NaiveStep
from engine.models.naive_bayes import GaussianFactor

DENSITY = r"p(x_j \mid C_k) = N(x_j \mid \mu_{jk}, \sigma_{jk}^2)"
CHANCE = r"P(x_j = v \mid C_k) = \frac{n_{jvk} + \alpha}{N_k + \alpha V_j}"


def explain(step: NaiveStep, data: Dataset, params: Params) -> Story:
    def fit(step: NaiveStep, j: int, data: Dataset) -> Story:
        if isinstance(step.shown[j], GaussianFactor):
            return gaussian_fit(step, j, data, params, DENSITY)
        return level_fit(step, j, data, CHANCE)

    return tell(step, data, params, fit)


def inspect(step: NaiveStep, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The posteriors of a point, and what speaks for the best class."""
    return naive_inquiry(step.model, data, x)


def measure(step: NaiveStep, data: Dataset, params: Params) -> dict[str, float]:
    return {"training errors": len(step.wrong)} if step.part == "classified" else {}


def event(step: NaiveStep) -> Event | None:
    return naive_event(step)
