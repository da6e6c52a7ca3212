"""What a step of categorical naive Bayes says."""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.bayes.categorical_naive_bayes.loop import Params
from engine.families.bayes.factor_words import naive_event, naive_inquiry, tell
from engine.families.bayes.fit_words import level_fit
from engine.families.bayes.stepping import NaiveStep

CHANCE = r"P(x_j = v \mid C_k) = \frac{n_{jvk} + \alpha}{N_k + \alpha V_j}"


def explain(step: NaiveStep, data: Dataset, params: Params) -> Story:
    return tell(step, data, params, lambda step, j, data: level_fit(step, j, data, CHANCE))


def inspect(step: NaiveStep, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The posteriors of a point, and what speaks for the best class."""
    return naive_inquiry(step.model, data, x)


def measure(step: NaiveStep, data: Dataset, params: Params) -> dict[str, float]:
    return {"training errors": len(step.wrong)} if step.part == "classified" else {}


def event(step: NaiveStep) -> Event | None:
    return naive_event(step)
